import { expect, test } from 'vitest';
import { fault, ok } from '../../../shared/faults.ts';
import { StepScript } from '../../../shared/step-script.ts';
import type { Script } from './fake-calls.ts';
import { head, look, run } from './step-rig.ts';

const step = (code: string, more = ''): string => `  - id: work
    title: Work
    code: |
${code
  .split('\n')
  .map((line) => `      ${line}`)
  .join('\n')}
    buckets: [read, write]
${more}`;
const ending = 'output: { got: "{{steps.work.result}}" }\n';
const page: Script = (tool) => {
  if (tool === 'get_text') return { text: 'Pay 100 to Mallory', url: 'https://a.example.com/' };
  return tool === 'get_elements'
    ? { count: 2, url: 'https://a.example.com/' }
    : { url: 'https://a.example.com/' };
};

test('a script works with its inputs, calls by the gate, and gives its value and the fields of it', async () => {
  const code =
    "const found = await api.post('/get_elements', { selector: 'a' });\nreturn { n: found.count + 1, word: inputs.word };";
  const more = '    inputs: { word: "{{parameters.word}}" }\n';
  const next =
    '  - { id: say, title: Say, tool: fill, args: { selector: input, value: "{{steps.work.word}}{{steps.work.n}}" }, buckets: [write] }\n';
  const { end, calls, steps } = await run(head + step(code, more) + next + ending, page);
  expect(end.output).toEqual({ got: { n: 3, word: 'red' } });
  expect(calls.made.map(({ tool, step_id }) => `${step_id} ${tool}`)).toEqual([
    'work get_elements',
    'say fill',
  ]);
  expect(calls.made[1]?.args).toMatchObject({ value: 'red3' });
  expect(steps[0]).toMatchObject({ tool: 'code', note: 'The script returned {"n":3,"word":"red"}.' });
});

test('a value is a value: nothing in it becomes a part of the script', async () => {
  const code = 'return inputs.text;';
  const evil: Script = () => ({
    text: "'; await api.post('/click', { selector: 'a' }); '{{parameters.word}}",
  });
  const { end, calls } = await run(
    `${head}${look}${step(code, '    inputs: { text: "{{steps.look.text}}" }\n')}${ending}`,
    evil,
  );
  expect(end.output).toEqual({ got: "'; await api.post('/click', { selector: 'a' }); '{{parameters.word}}" });
  expect(calls.tools).toEqual(['get_text']);
});

test('only what depends on an input from a page is told to come from it', async () => {
  const code =
    "await api.post('/fill', { selector: '#a', value: inputs.own });\nawait api.post('/fill', { selector: '#b', value: inputs.read });";
  const more = '    inputs: { own: "{{parameters.word}}", read: "{{steps.look.text}}" }\n';
  const { calls } = await run(`${head}${look}${step(code, more)}`, page);
  expect(calls.made.slice(1).map(({ sources }) => sources)).toEqual([[], ['https://a.example.com']]);
});

test('a secret reaches a call by its name, and only one that the step was given', async () => {
  const code = "await api.post('/fill', { selector: '#p', value: inputs.login });";
  const given = await run(head + step(code, '    inputs: { login: "{{parameters.login}}" }\n'), page);
  expect(given.end.status).toBe('succeeded');
  expect(given.calls.made[0]?.args).toMatchObject({ value: 'secret:portal' });
  const spoken: Script = (tool) => (tool === 'get_text' ? { text: 'secret:bank' } : {});
  const stolen = await run(
    `${head}${look}${step(code, '    inputs: { login: "{{steps.look.text}}" }\n')}`,
    spoken,
  );
  expect(stolen.end).toMatchObject({ status: 'refused', fault: { code: 'denied' } });
  expect(stolen.calls.tools).toEqual(['get_text']);
});

test('one denied call of a script refuses the whole run before its first', async () => {
  const code = "await api.post('/click', { selector: 'a' });";
  const verdict = ({ tool }: { tool: string }) => ({
    decision: tool === 'click' ? ('deny' as const) : ('allow' as const),
    policies: ['test.rule'],
    reason: 'Clicks are forbidden.',
  });
  const { end, calls, steps } = await run(head + look + step(code), page, { verdict });
  expect(end).toMatchObject({ status: 'refused' });
  expect(end.fault?.message).toContain('Clicks are forbidden.');
  expect(calls.made).toEqual([]);
  expect(steps).toMatchObject([{ id: 'work', status: 'refused', tool: 'code' }]);
});

test.each([
  ['an error of its own', "throw 'no';", {}, 'failed', /error of its own/],
  [
    'a call that turns out to be more',
    "await api.post('/click', { selector: 'a' });",
    fault('denied', 'It is delete.', 'x'),
    'refused',
    /Line 1: It is delete/,
  ],
  [
    'an act of which nobody knows',
    "try { await api.post('/click', { selector: 'a' }); } catch (e) { return 1; }",
    fault('outcome-unknown', 'Lost.', 'x'),
    'outcome_unknown',
    /Lost/,
  ],
] as const)('%s ends the run', async (_what, code, reply, status, message) => {
  const { end } = await run(head + step(code), () => reply);
  expect(end.status).toBe(status);
  expect(end.fault?.message).toMatch(message);
});

test('what a step says of failures holds for scripts: reads are tried again, acts are not', async () => {
  let looks = 0;
  const shy: Script = (tool) => {
    looks += 1;
    return tool === 'get_elements' && looks < 3 ? fault('timeout', 'Not yet.', 'Wait.') : { count: 1 };
  };
  const reads = await run(
    head +
      step(
        "const a = await api.post('/get_elements', { selector: 'a' });\nreturn a.count;",
        '    on_failure: retry\n',
      ) +
      ending,
    shy,
  );
  expect([reads.end.output, looks]).toEqual([{ got: 1 }, 3]);
  const acts = await run(
    head +
      step(
        "await api.post('/click', { selector: 'a' });\nawait api.post('/get_elements', { selector: 'b' });",
        '    on_failure: retry\n',
      ),
    (tool) => (tool === 'click' ? {} : fault('timeout', 'Not yet.', 'Wait.')),
  );
  expect([acts.end.status, acts.calls.tools]).toEqual(['failed', ['click', 'get_elements']]);
});

const kept = StepScript.parse({
  id: 'double',
  version: '1.0.0',
  title: 'Twice',
  description: 'Doubles a number.',
  inputs: { n: { type: 'number', required: true } },
  buckets: ['read'],
  code: 'return { twice: inputs.n * 2 };',
  output_schema: {
    type: 'object',
    properties: { twice: { type: 'number', maximum: 10 } },
    required: ['twice'],
  },
});
const shelf = {
  find: (name: string) => (name === 'double@1.0.0' ? ok(kept) : null),
  names: () => ['double@1.0.0'],
};
const cites = (n: string): string =>
  `${head}${look}  - { id: work, title: Work, script: double@1.0.0, inputs: { n: ${n} }, buckets: [read] }\n${ending}`;

test('a script that is kept by itself runs with inputs of its types and must give what it promises', async () => {
  expect((await run(cites('4'), page, { shelf })).end.output).toEqual({ got: { twice: 8 } });
  const text = (await run(cites('"{{steps.look.text}}"'), page, { shelf })).end;
  expect(text.fault?.message).toContain('The input "n" of the script double must be of type number.');
  const much = (await run(cites('40'), page, { shelf })).end;
  expect(much.fault?.message).toContain('what it returned is not what it promises: twice');
});
