import { expect, test } from 'vitest';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { head, look, run } from './step-rig.ts';

const ask = (more: string): string => `  - { id: ask, title: Ask, ${more} }\n`;
const page = () => ({ text: 'Red is in stock.', options: ['red', 'blue', 'red'] });
const ending = 'output: { got: "{{steps.ask.answer}}" }\n';

test('a question sees the results that it names and nothing else, with the parameters in their places', async () => {
  const more = '  - { id: other, title: Other, tool: get_text, buckets: [read] }\n';
  const text =
    head +
    look +
    more +
    ask('prompt: "Is {{parameters.word}} there?", sees: [look], answer: { yes_no: true }') +
    ending;
  const { end, asked, steps } = await run(text, page, {
    answer: () => ok({ answer: true, unsupported: [] }),
  });
  expect(asked).toEqual([
    {
      question: 'Is red there?',
      seen: [{ title: 'look', text: 'Red is in stock.' }],
      form: { kind: 'yes_no' },
    },
  ]);
  expect(end.output).toEqual({ got: true });
  expect(steps[2]).toMatchObject({ tool: 'prompt', note: 'Answered true.' });
});

test('options may be a list that a step has read, each once', async () => {
  const text =
    head +
    look.replace('look, title', 'look, title') +
    ask('prompt: "Which?", sees: [look], answer: { choose: "{{steps.list.result}}" }').replace(
      '  - {',
      "  - { id: list, title: List, code: \"return ['red', 'blue', 'red'];\", buckets: [read] }\n  - {",
    ) +
    ending;
  const { asked } = await run(text, page);
  expect(asked[0]?.form).toEqual({ kind: 'choose', options: ['red', 'blue'] });
  const none = await run(text.replace("['red', 'blue', 'red']", '[]'), page);
  expect(none.end.fault?.message).toContain('there is nothing to choose from');
  expect(none.asked).toEqual([]);
});

test('fields of an extraction are fields of the result, and what was not taken is told', async () => {
  const text =
    head +
    look +
    ask(
      'prompt: "What?", sees: [look], answer: { extract: { colour: { type: string, description: Colour }, price: { type: number, description: Price } } }',
    ) +
    'output: { colour: "{{steps.ask.colour}}", not: "{{steps.ask.unsupported}}" }\n';
  const answer = () => ok({ answer: { colour: 'Red', price: null }, unsupported: ['price'] });
  const { end, steps } = await run(text, page, { answer });
  expect(end.output).toEqual({ colour: 'Red', not: ['price'] });
  expect(steps[1]?.note).toContain('Not taken, as it is not in what was shown: price.');
});

test('in a loop the item itself can be asked about', async () => {
  const loop = `  - id: each
    title: Each
    for_each: { in: [one, two], max: 5, collect: { said: "{{steps.ask.answer}}" } }
    steps:
      - { id: ask, title: Ask, prompt: "Which?", sees: [item], answer: { choose: [a, b] } }
output: { got: "{{steps.each.said}}" }
`;
  const { end, asked } = await run(head + loop, page, {
    answer: ({ seen }) => ok({ answer: seen[0]?.text === 'one' ? 'a' : 'b', unsupported: [] }),
  });
  expect(end.output).toEqual({ got: ['a', 'b'] });
  expect(asked).toHaveLength(2);
});

test('no model ends the run with what to do, or is passed over where the step says so; an answer of null is one', async () => {
  const text = (more: string): string =>
    head + look + ask(`prompt: "A?", sees: [look], answer: { yes_no: true }${more}`) + ending;
  const none = () =>
    failed(fault('model-unavailable', 'There is no model.', 'Set one up: localagent model use NAME.'));
  expect((await run(text(''), page, { answer: none })).end).toMatchObject({
    status: 'failed',
    fault: { code: 'model-unavailable', hint: 'Set one up: localagent model use NAME.' },
  });
  expect((await run(text(', on_failure: skip'), page, { answer: none })).end).toMatchObject({
    status: 'succeeded',
    output: { got: null },
  });
  const unsaid = await run(text(''), page);
  expect([unsaid.end.output, unsaid.steps[1]?.note]).toEqual([
    { got: null },
    'What it was shown does not say.',
  ]);
});
