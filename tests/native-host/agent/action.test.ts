import { expect, test } from 'vitest';
import { ActionReply } from '../../../native-host/agent/action.ts';
import { readReply } from '../../../native-host/model/read-reply.ts';

// One action as small models write it, and what is read of it: its name and the control. Null where nothing may be carried
// out: it was cut off, says two things, or names what does not exist.

const press = 'CLICK/3';

const replies: readonly (readonly [string, string, string | null])[] = [
  ['plain', '{"found":[],"action":"CLICK","control":3}', press],
  ['fence json5', '```json5\n{"found":[],"action":"CLICK","control":3}\n```', press],
  ['fence same line', '```json {"found":[],"action":"CLICK","control":3}```', press],
  ['fence tilde', '~~~json\n{"found":[],"action":"CLICK","control":3}\n~~~', press],
  ['inline backtick', '`{"found":[],"action":"CLICK","control":3}`', press],
  ['bom', '\uFEFF{"found":[],"action":"CLICK","control":3}', press],
  ['zwsp', '\u200b{"found":[],\u200b"action":"CLICK","control":3}', press],
  ['nbsp', '{\u00a0"found":[],\u00a0"action":"CLICK",\u00a0"control":3}', press],
  ['smart quotes', '{“found”:[],“action”:“CLICK”,“control”:3}', press],
  ['smart quotes mix', '{"found":[],"action":“CLICK”,"control":3}', press],
  ['fullwidth colon', '{"found"：[]，"action"："CLICK"，"control"：3}', press],
  ['comments', '{"found":[], // nothing\n"action":"CLICK", /* go */ "control":3}', press],
  ['hash comment', '{"found":[], # nothing\n"action":"CLICK","control":3}', press],
  ['python', "{'found': [], 'action': 'CLICK', 'control': 3, 'query': None}", press],
  ['python true', '{"found":[],"action":"CLICK","control":3,"sure":True}', press],
  ['undefined', '{"found":[],"action":"CLICK","control":3,"query":undefined}', press],
  ['NaN', '{"found":[],"action":"CLICK","control":3,"part":NaN}', null],
  ['missing comma nl', '{"found":[]\n"action":"CLICK"\n"control":3}', press],
  ['missing comma', '{"found":[] "action":"CLICK" "control":3}', press],
  ['unquoted value', '{"found":[],"action":CLICK,"control":3}', press],
  ['unquoted all', '{found:[],action:CLICK,control:3}', press],
  ['equals', '{"found"=[],"action"="CLICK","control"=3}', press],
  ['no braces', '"found":[],"action":"CLICK","control":3', null],
  ['missing open', '"found":[],"action":"CLICK","control":3}', press],
  ['missing close only', '{"found":[],"action":"CLICK","control":3', null],
  ['extra close', '{"found":[],"action":"CLICK","control":3}}', press],
  ['extra close2', '{"found":[],"action":"CLICK","control":3}]}', press],
  ['extra open', '{{"found":[],"action":"CLICK","control":3}}', press],
  ['array one', '[{"found":[],"action":"CLICK","control":3}]', press],
  ['wrapped response', '{"response":{"found":[],"action":"CLICK","control":3}}', press],
  ['wrapped action', '{"action":{"found":[],"action":"CLICK","control":3}}', press],
  ['wrapped name obj', '{"found":[],"action":{"name":"CLICK","control":3}}', press],
  ['wrapped type', '{"found":[],"action":{"type":"CLICK","control":3}}', press],
  ['action keyed', '{"found":[],"action":{"CLICK":{"control":3}}}', press],
  ['action fn key', '{"found":[],"CLICK":{"control":3}}', press],
  ['params', '{"found":[],"action":"CLICK","params":{"control":3}}', press],
  ['arguments', '{"found":[],"action":"CLICK","arguments":{"control":3}}', press],
  ['args', '{"found":[],"action":"CLICK","args":{"control":3}}', press],
  ['action_input', '{"found":[],"action":"CLICK","action_input":{"control":3}}', press],
  ['key case', '{"Found":[],"Action":"CLICK","Control":3}', press],
  ['key upper', '{"FOUND":[],"ACTION":"CLICK","CONTROL":3}', press],
  ['key space', '{"found ":[]," action":"CLICK","control":3}', press],
  ['val lower', '{"found":[],"action":"click","control":3}', press],
  ['val space', '{"found":[],"action":" CLICK ","control":3}', press],
  ['val dash', '{"found":[],"action":"READ-MORE","part":3}', 'READ_MORE/'],
  ['val spaceword', '{"found":[],"action":"read more","part":3}', 'READ_MORE/'],
  ['val camel', '{"found":[],"action":"ReadMore","part":3}', 'READ_MORE/'],
  ['val dot', '{"found":[],"action":"CLICK.","control":3}', press],
  ['val paren', '{"found":[],"action":"CLICK(3)"}', press],
  ['val arg', '{"found":[],"action":"CLICK 3"}', press],
  ['val arg br', '{"found":[],"action":"CLICK [3]"}', press],
  ['val contradicts', '{"found":[],"action":"CLICK(3)","control":4}', null],
  ['two actions', '{"found":[],"action":"CLICK|FILL","control":3}', null],
  ['two actions2', '{"found":[],"action":"CLICK or FILL","control":3}', null],
  ['num str', '{"found":[],"action":"CLICK","control":"3"}', press],
  ['num bracket', '{"found":[],"action":"CLICK","control":[3]}', press],
  ['num c', '{"found":[],"action":"CLICK","control":"c3"}', press],
  ['num float', '{"found":[],"action":"CLICK","control":3.0}', press],
  ['num unquoted br', '{"found":[],"action":"CLICK","control":(3)}', press],
  ['num words', '{"found":[],"action":"CLICK","control":"3 (Save)"}', press],
  ['num two', '{"found":[],"action":"CLICK","control":[3,4]}', null],
  ['found str', '{"found":"none","action":"CLICK","control":3}', press],
  ['found empty str', '{"found":"","action":"CLICK","control":3}', press],
  ['found null', '{"found":null,"action":"CLICK","control":3}', press],
  ['found missing', '{"action":"CLICK","control":3}', press],
  ['found obj', '{"found":{"text":"Tea costs 5","items":[1]},"action":"CLICK","control":3}', press],
  ['found list none', '{"found":["none"],"action":"CLICK","control":3}', press],
  ['found nested arr', '{"found":[["Tea costs 5"]],"action":"CLICK","control":3}', press],
  ['found item alt', '{"found":[{"text":"Tea costs 5","item":1}],"action":"CLICK","control":3}', press],
  [
    'found extra',
    '{"found":[{"text":"Tea costs 5","items":[1],"part":2}],"action":"CLICK","control":3}',
    press,
  ],
  ['found items str', '{"found":[{"text":"Tea costs 5","items":"1"}],"action":"CLICK","control":3}', press],
  ['found items null', '{"found":[{"text":"Tea costs 5","items":null}],"action":"CLICK","control":3}', press],
  ['raw newline', '{"found":["a\nb"],"action":"CLICK","control":3}', press],
  ['raw tab', '{"found":["a\tb"],"action":"CLICK","control":3}', press],
  ['ctrl char', '{"found":["a\u0007b"],"action":"CLICK","control":3}', press],
  ['bad escape', '{"found":["a\\_b \\d \\\' c"],"action":"CLICK","control":3}', press],
  ['inner quotes', '{"found":["He said "yes" twice"],"action":"CLICK","control":3}', press],
  ['inner quotes why', '{"found":[],"why":"press "Save" now","action":"CLICK","control":3}', press],
  ['inch', '{"found":["a 5" screen"],"action":"CLICK","control":3}', null],
  ['apostrophe sq', "{'found': ['it's 5'], 'action': 'CLICK', 'control': 3}", press],
  ['trailing comma', '{"found":[],"action":"CLICK","control":3,}', press],
  ['double comma', '{"found":[],,"action":"CLICK","control":3}', press],
  ['leading comma', '{,"found":[],"action":"CLICK","control":3}', press],
  [
    'doubled same',
    '{"found":[],"action":"CLICK","control":3}{"found":[],"action":"CLICK","control":3}',
    press,
  ],
  [
    'doubled other',
    '{"found":[],"action":"CLICK","control":3}\n{"found":[],"action":"CLICK","control":4}',
    press,
  ],
  ['stringified', '"{\\"found\\":[],\\"action\\":\\"CLICK\\",\\"control\\":3}"', press],
  ['escaped', '{\\"found\\":[],\\"action\\":\\"CLICK\\",\\"control\\":3}', press],
  ['concat', '{"found":["a" + "b"],"action":"CLICK","control":3}', press],
  ['ellipsis', '{"found":[...],"action":"CLICK","control":3}', press],
  ['xml toolcall', '<tool_call>\n{"name":"CLICK","arguments":{"found":[],"control":3}}\n</tool_call>', press],
  ['xml function', '<function=CLICK><parameter=control>3</parameter></function>', press],
  ['xml tags', '<action>CLICK</action><control>3</control>', press],
  ['yaml', 'found: []\naction: CLICK\ncontrol: 3', null],
  ['yaml dash', 'action: CLICK\ncontrol: 3\nfound:\n  - Tea costs 5', null],
  ['fn call', 'CLICK(3)', press],
  ['fn call kw', 'CLICK(control=3)', press],
  [
    'oai',
    '{"type":"function","function":{"name":"CLICK","arguments":"{\\"found\\":[],\\"control\\":3}"}}',
    press,
  ],
  [
    'oai list',
    '{"tool_calls":[{"type":"function","function":{"name":"CLICK","arguments":"{\\"found\\":[],\\"control\\":3}"}}]}',
    press,
  ],
  ['tool', '{"tool":"CLICK","args":{"found":[],"control":3}}', press],
  ['mistral', '[TOOL_CALLS] [{"name":"CLICK","arguments":{"found":[],"control":3}}]', press],
  ['llama', '<|python_tag|>{"name":"CLICK","parameters":{"found":[],"control":3}}', press],
  [
    'channel',
    '<|channel|>analysis<|message|>maybe {"action":"CLICK","control":1}<|end|><|start|>assistant<|channel|>final<|message|>{"found":[],"action":"CLICK","control":3}',
    press,
  ],
  ['eos', '{"found":[],"action":"CLICK","control":3}<|im_end|>', press],
  ['eos inside', '{"found":[],"action":"CLICK","control":3</s>}', null],
  ['assistant', 'assistant\n{"found":[],"action":"CLICK","control":3}', press],
  ['bold md', '**{"found":[],"action":"CLICK","control":3}**', press],
  ['bold action', '{"found":[],"action":"**CLICK**","control":3}', press],
  ['decoy example', 'For example {"action":"..."} would do. {"found":[],"action":"CLICK","control":3}', null],
  [
    'decoy schema',
    '{"found":[],"action":"SEARCH|NAVIGATE|CLICK"}\n{"found":[],"action":"CLICK","control":3}',
    null,
  ],
  ['cut text', '{"found":["Tea cos', null],
  ['cut action', '{"found":[],"action":"CLI', null],
  ['cut number', '{"found":[],"action":"CLICK","control":1', null],
  ['cut after why', '{"found":[],"action":"CLICK","control":3,"why":"because', null],
  ['runaway', `{"found":["${'the the '.repeat(400)}"],"action":"CLICK","control":3}`, press],
  ['runaway cut', `{"found":["${'the the '.repeat(400)}`, null],
  ['synonym', '{"found":[],"action":"GOTO","url":"https://a.example/"}', null],
  ['dup key same', '{"found":[],"action":"CLICK","control":3,"control":3}', null],
  ['dup key other', '{"found":[],"action":"CLICK","control":3,"control":4}', null],
  ['semicolon', '{"found":[];"action":"CLICK";"control":3}', press],
  ['arrow', '{"found"=>[],"action"=>"CLICK","control"=>3}', press],
  ['latex', '$$\\boxed{{"found":[],"action":"CLICK","control":3}}$$', press],
  ['reply prefix', 'json\n{"found":[],"action":"CLICK","control":3}', press],
  ['label', 'Answer: {"found":[],"action":"CLICK","control":3}', press],
  ['half then whole', '{"found":[],"action":"CL\n{"found":[],"action":"CLICK","control":3}', null],
];

test.each(replies)('%s', (_how, raw, meant) => {
  const read = readReply(raw, ActionReply);
  expect(read.ok ? `${read.value.action}/${read.value.control ?? ''}` : null).toBe(meant);
});

test('what was found is read in every form, and none for none', () => {
  const found = (given: unknown) => {
    const read = readReply(JSON.stringify({ found: given, action: 'FINISH' }), ActionReply);
    return read.ok ? read.value.found : null;
  };
  const tea = [{ text: 'Tea costs 5', items: [1] }];
  expect(found({ text: 'Tea costs 5', item: 1 })).toEqual(tea);
  expect(found([[{ text: 'Tea costs 5', items: '1', part: 2 }]])).toEqual(tea);
  expect(found('Tea costs 5')).toEqual([{ text: 'Tea costs 5', items: [] }]);
  for (const none of ['none', 'N/A.', '', null, [], ['None']]) expect(found(none)).toEqual([]);
  expect(found(5)).toBeNull();
});

test('a form that is mended changes nothing in the texts', () => {
  const said = 'a, b: “c” = d；e # f => {{g}} ,, h';
  const raw = `{"found"：[]，"action"="SEARCH"，, "query"："${said}"}`;
  expect(readReply(raw, ActionReply)).toMatchObject({ ok: true, value: { action: 'SEARCH', query: said } });
});
