import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../../native-host/model/read-reply.ts';

const Ref = z.string().regex(/^e\d+$/);
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('open'), ref: Ref }),
  z.strictObject({ action: z.literal('note'), text: z.string() }),
  z.strictObject({ action: z.literal('pause'), ms: z.int() }),
]);
const open = { action: 'open', ref: 'e7' };

describe('the one action is found', () => {
  test.each([
    ['alone', '{"action":"open","ref":"e7"}', []],
    ['in a fence', 'Next:\n```json\n{"action":"open","ref":"e7"}\n```\nThat should do.', ['fence']],
    ['in a fence that is not closed', '```\n{"action":"open","ref":"e7"}', ['fence']],
    [
      'after thinking',
      '<think>or {"action":"open","ref":"e1"}?</think>{"action":"open","ref":"e7"}',
      ['thinking'],
    ],
    [
      'after thinking whose tag the server swallowed',
      'so {"action":"open","ref":"e1"}</think>{"action":"open","ref":"e7"}',
      ['thinking'],
    ],
    [
      'after thinking in thinking',
      '<think>a<think>b</think>{"action":"open","ref":"e1"}</think>{"action":"open","ref":"e7"}',
      ['thinking'],
    ],
    ['between words', 'I take {"action":"open","ref":"e7"} as it is the newest.', []],
    ['after words in braces', 'The {newest} one: {"action":"open","ref":"e7"}', []],
    ['with an apostrophe before it', `It's this: {"action":"open","ref":"e7"}`, []],
    ['with a comma too many', '{"action":"open","ref":"e7",}', ['repaired']],
    ['in single quotes', `{'action': 'open', 'ref': 'e7'}`, ['repaired']],
    ['without quotes round its keys', '{action: "open", ref: "e7"}', ['repaired']],
    ['in a list of one', '[{"action":"open","ref":"e7"}]', ['unwrapped']],
    ['as a tool call', '<tool_call>{"name":"open","arguments":{"ref":"e7"}}</tool_call>', ['tool call']],
    [
      'as a tool call with text for arguments',
      '{"name":"open","arguments":"{\\"ref\\":\\"e7\\"}"}',
      ['tool call'],
    ],
    ['in other letters', '{"action":"Open","ref":"e7"}', ['letter case']],
    ['with keys that nobody asked for', '{"action":"open","ref":"e7","sure":0.9}', ['extra keys']],
    ['among NULs', '{"action":"open",\u0000"ref":"e7"}\u0000\u0000', []],
    ['before a second one', '{"action":"open","ref":"e7"}\n{"action":"open","ref":"e8"}', []],
  ])('%s', (_how, raw, repairs) => {
    expect(readReply(raw, Action)).toEqual({ ok: true, value: open, repairs });
  });

  test('with line breaks, braces and quotes in its texts', () => {
    expect(readReply('{"action":"note","text":"one\ntwo {x} \\"}\\" Bod\\u00f8"}', Action)).toMatchObject({
      value: { text: 'one\ntwo {x} "}" Bodø' },
    });
  });
});

describe('nothing is carried out', () => {
  test.each([
    ['of an empty reply', '', 'none'],
    ['of words alone', 'There is no such page.', 'none'],
    ['of thinking that has not ended', '<think>I will {"action":"open","ref":"e1"}', 'none'],
    ['that was cut off in a text', '{"action":"note","text":"The price is', 'cut'],
    [
      'that was cut off before its end, though another follows',
      '{"action":"note","text":"a"\n{"action":"open","ref":"e7"}',
      'cut',
    ],
    ['whose action is unknown', '{"action":"erase","ref":"e7"}', 'invalid'],
    [
      'whose first action is unknown, though another follows',
      '{"action":"erase"} {"action":"open","ref":"e7"}',
      'invalid',
    ],
    ['that says an action twice', '{"action":"open","ref":"e1","ref":"e7"}', 'invalid'],
    ['whose ref is a number', '{"action":"open","ref":7}', 'invalid'],
    ['that lacks its ref', '{"action":"open"}', 'invalid'],
    ['of an empty object', '{}', 'invalid'],
    ['of a list of two', '[{"action":"open","ref":"e7"},{"action":"open","ref":"e8"}]', 'invalid'],
    ['of a reply without an end', 'x'.repeat(200_001), 'endless'],
  ])('%s', (_what, raw, kind) => {
    expect(readReply(raw, Action)).toMatchObject({ ok: false, kind, hint: expect.stringMatching(/\.$/) });
  });
});

test('whatever stands around an action, it is that action or none, and cut anywhere it is none', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const company = fc.constantFrom(
    '',
    'Well. ',
    '```json\n',
    '<think>hm {"action":"open","ref":"e1"}</think>',
    '\u0000',
  );
  fc.assert(
    fc.property(text, company, fc.nat(), (said, before, cutAt) => {
      const action = { action: 'note', text: said };
      const json = JSON.stringify(action);
      expect(readReply(`${before}${json}`, Action)).toMatchObject({ ok: true, value: action });
      const cut = json.slice(0, cutAt % json.length);
      expect(readReply(`${before}${cut}`, Action).ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});
