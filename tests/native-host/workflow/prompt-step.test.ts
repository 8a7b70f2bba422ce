import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { explainTemplate } from '../../../native-host/workflow/explain-template.ts';
import { seenCharactersMax, shownResults } from '../../../native-host/workflow/prompt-step.ts';
import { faultOf, valueIn } from './shipped.ts';
import { head, load, look, plan } from './step-rig.ts';

const ask = (more: string): string => `${head}${look}  - { id: ask, title: Ask, ${more} }\n`;
const good = ask('prompt: "Is {{parameters.word}} there?", sees: [look], answer: { yes_no: true }');

test.each([
  [
    'a step that it cannot have seen',
    'prompt: "A?", sees: [later], answer: { yes_no: true }',
    /sees\[0\]: no step before this one has the id "later"/,
  ],
  [
    'page text in the question',
    'prompt: "Is {{steps.look.text}} true?", sees: [look], answer: { yes_no: true }',
    /prompt: \{\{steps\.look\.text\}\}: only parameters may be named/,
  ],
  ['one option', 'prompt: "A?", sees: [look], answer: { choose: [a] }', /answer\.choose/],
  [
    'a list that is none',
    'prompt: "A?", sees: [look], answer: { choose: "red" }',
    /must be a list of options, or one reference to a list/,
  ],
  ['no field', 'prompt: "A?", sees: [look], answer: { extract: {} }', /needs 1 to 20 fields/],
  ['an act', 'prompt: "A?", sees: [look], answer: { yes_no: true }, buckets: [write]', /buckets/],
  ['a tool', 'prompt: "A?", sees: [look], answer: { yes_no: true }, tool: click', /"tool" is not known here/],
  ['another form of answer', 'prompt: "A?", sees: [look], answer: { free: true }', /answer/],
])('%s is told', (_what, more, told) => {
  expect(faultOf(load(ask(more))).message).toMatch(told);
});

test('fields of an answer can be named, others cannot', () => {
  const text = ask(
    'prompt: "A?", sees: [look], answer: { extract: { total: { type: number, description: The total } } }',
  );
  const ending = (field: string): string => `${text}output: { x: "{{steps.ask.${field}}}" }\n`;
  for (const field of ['total', 'answer', 'unsupported']) expect(load(ending(field)).ok).toBe(true);
  expect(faultOf(load(ending('sum'))).message).toContain('the step "ask" gives no "sum"');
});

test('a question adds no act to the plan, and what it is answered comes from where it looked', () => {
  const more =
    '  - { id: fill, title: Fill, tool: fill, args: { selector: a, value: "{{steps.ask.answer}}" }, buckets: [write], sites: ["https://b.example.com"] }\n';
  const two = (good + more)
    .replace('sites: ["https://a.example.com"]', 'sites: ["https://a.example.com", "https://b.example.com"]')
    .replace('buckets: [read] }', 'buckets: [read], sites: ["https://a.example.com"] }');
  const { calls, flows } = valueIn(plan(valueIn(load(two))));
  expect(calls.map(({ step_id }) => step_id)).toEqual(['look', 'fill']);
  expect(flows.sources['fill']).toEqual(['https://a.example.com']);
});

test('the plan tells what is asked, what is seen, and what may be answered', () => {
  const steps = explainTemplate(valueIn(load(good)).template, stepPatterns).steps;
  expect(steps[1]).toMatchObject({
    acts: [],
    remarks: [
      'asks a model: "Is <word> there?"',
      'which sees what look read and nothing else',
      'answers yes, no, or that it is not said',
    ],
  });
});

test('what is shown has a bound, and what one result does not need the others get', () => {
  const { seen, leftOut } = shownResults([
    { title: 'short', value: { text: 'a'.repeat(100) } },
    { title: 'long', value: { text: 'b'.repeat(seenCharactersMax) } },
    { title: 'rows', value: [{ n: 1 }] },
  ]);
  expect(seen.map(({ text }) => text.length).reduce((sum, one) => sum + one, 0)).toBe(seenCharactersMax);
  expect(seen[0]?.text).toHaveLength(100);
  expect(seen[2]?.text).toContain('"n": 1');
  expect(leftOut).toBe(100 + (seen[2]?.text.length ?? 0));
});
