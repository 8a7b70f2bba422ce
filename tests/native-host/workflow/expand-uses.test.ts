import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { patterns } from '../../../native-host/patterns/index.ts';
import type { Library } from '../../../native-host/workflow/expand-uses.ts';
import { parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import type { Template } from '../../../shared/template.ts';
import { compilePlan, faultOf, valueIn } from './shipped.ts';

const signIn = `id: sign-in
version: 1.2.0
title: Sign in
description: For tests.
parameters:
  address: { type: url, title: Address, required: true }
  word: { type: secret, title: Password, required: true }
  who: { type: string, title: User, default: anna }
sites: ["{{parameters.address}}"]
steps:
  - id: form
    title: Form
    tool: login
    args: { url: "{{parameters.address}}/login?u={{parameters.who}}", username: "{{parameters.who}}", password: "{{parameters.word}}" }
    buckets: [read, write]
  - id: greeting
    title: Greeting
    if: { value: "{{steps.form.already}}", equals: false }
    tool: get_text
    buckets: [read]
output: { name: "{{steps.greeting.text}}", fresh: true }
fingerprints:
  form.success: { role: button, name: "Out {{parameters.who}}", tag: button }
`.replace('password: "{{parameters.word}}" }', 'password: "{{parameters.word}}", success: "#out" }');

const job = (step: string, more = '') => `id: job
version: 1.0.0
title: Job
description: For tests.
parameters:
  site: { type: url, title: Site, required: true }
  key: { type: secret, title: Key, default: "secret:k" }
  text: { type: string, title: Text }
sites: ["{{parameters.site}}"]
steps:
  - ${step}
  - id: after
    title: After
    if: { value: "{{steps.enter.fresh}}", equals: true }
    tool: search
    args: { query: "for {{steps.enter.name}}" }
    buckets: [read, write]
output: { who: "{{steps.enter.name}}" }
${more}`;
const use = (given: string, more = '') =>
  `{ id: enter, title: Enter, use: "sign-in@1.2.0", with: { ${given} }${more} }`;
const whole = 'address: "{{parameters.site}}", word: "{{parameters.key}}"';

const library: Library = (name) =>
  name === 'sign-in@1.2.0' ? valueIn(parseTemplate(signIn, 'sign-in.yaml', patterns)).template : null;

function load(text: string) {
  return parseTemplate(text, 'job.yaml', patterns, library);
}

function steps(template: Template) {
  return Object.fromEntries(template.steps.map((step) => [step.id, step]));
}

test('a used template becomes steps of the one that uses it, with the values that it is given', () => {
  const { template, written, used } = valueIn(load(job(use(whole))));
  expect(template.steps.map(({ id }) => id)).toEqual(['enter_form', 'enter_greeting', 'after']);
  expect(steps(template)['enter_form']).toMatchObject({
    title: 'Enter: Form',
    sites: ['{{parameters.site}}'],
    args: {
      url: '{{parameters.site}}/login?u=anna',
      username: 'anna',
      password: '{{parameters.key}}',
    },
  });
  expect(steps(template)['enter_greeting']?.if).toEqual({
    value: '{{steps.enter_form.already}}',
    equals: false,
  });
  expect(used).toEqual(['sign-in@1.2.0']);
  // What is signed is what the file has.
  expect(written.steps).toHaveLength(2);
});

test('its output can be named as a step of its name, as a value and within a text', () => {
  const { template } = valueIn(load(job(use(whole))));
  expect(steps(template)['after']).toMatchObject({
    if: { value: true, equals: true },
    args: { query: 'for {{steps.enter_greeting.text}}' },
  });
  expect(template.output).toEqual({ who: '{{steps.enter_greeting.text}}' });
});

test('what its selectors are remembered by comes along', () => {
  const { template } = valueIn(load(job(use(`${whole}, who: "{{parameters.text}}"`))));
  expect(template.fingerprints?.['enter_form.success']?.name).toBe('Out {{parameters.text}}');
});

test('a condition of the use holds for each of its steps', () => {
  const { template } = valueIn(load(job(use(whole, ', if: { value: "{{parameters.text}}", exists: true }'))));
  const condition = { value: '{{parameters.text}}', exists: true };
  expect(steps(template)['enter_form']?.if).toEqual(condition);
  const own = { value: '{{steps.enter_form.already}}', equals: false };
  expect(steps(template)['enter_greeting']?.if).toEqual({ all: [condition, own] });
});

test('it is planned whole, its acts on the sites of the one that uses it', () => {
  const plan = valueIn(compilePlan(valueIn(load(job(use(whole)))), { site: 'https://a.example.com/' }));
  expect(plan.calls.filter(({ step_id: id }) => id === 'enter_form').length).toBeGreaterThan(3);
  expect(new Set(plan.calls.map(({ resource }) => resource))).toEqual(
    new Set(['origin:https://a.example.com']),
  );
});

test.each([
  [
    'a template that is not there',
    use(whole).replace('1.2.0', '9.9.9'),
    'steps[0].use: there is no template "sign-in@9.9.9"',
  ],
  [
    'a site that is not named',
    use('address: "https://b.example.com", word: "secret:k"'),
    'reaches https://b.example.com, which is not among',
  ],
  [
    'a parameter that it does not have',
    use(`${whole}, whom: x`),
    'steps[0].with.whom: "sign-in" has no parameter "whom". Did you mean "who"?',
  ],
  [
    'a parameter that is missing',
    use('word: "secret:k"'),
    '"sign-in" needs the parameter "address" (Address)',
  ],
  [
    'an address out of a plain text',
    use('address: "{{parameters.text}}", word: "secret:k"'),
    'steps[0].with.address: must be a parameter of type url',
  ],
  [
    'a secret out of a plain text',
    use('address: "{{parameters.site}}", word: "{{parameters.text}}"'),
    'steps[0].with.word: must be a parameter of type secret',
  ],
])('%s is told with its place', (_, step, message) => {
  const problem = faultOf(load(job(step)));
  expect(problem.message).toContain('job.yaml, line 11, column');
  expect(problem.message).toContain(message);
});

test('an output that the used template does not give has no value', () => {
  const { template } = valueIn(
    load(job(use(whole)).replace('enter.name}}" }\n    b', 'enter.nobody}}" }\n    b')),
  );
  expect(steps(template)['after']).toMatchObject({ args: { query: 'for ' } });
});

test('code and questions of a used template come along: the text of a script as it is, and what a question sees by its new name', () => {
  const code = "return '{{parameters.word}}' + inputs.word;";
  const inner = `id: asks
version: 1.0.0
title: Asks
description: Asks.
sites: ["https://a.example.com"]
parameters: { word: { type: string, title: Word, required: true } }
steps:
  - { id: run, title: Run, code: ${JSON.stringify(code)}, inputs: { word: "{{parameters.word}}" }, buckets: [read] }
  - { id: ask, title: Ask, prompt: "Is it {{parameters.word}}?", sees: [run], answer: { yes_no: true } }
output: { said: "{{steps.ask.answer}}" }
`;
  const outer = `id: outer
version: 1.0.0
title: Outer
description: Uses it.
sites: ["https://a.example.com"]
steps:
  - { id: part, title: Part, use: asks@1.0.0, with: { word: red } }
output: { said: "{{steps.part.said}}" }
`;
  const used = valueIn(parseTemplate(inner, 'asks.yaml', stepPatterns)).template;
  const { template } = valueIn(parseTemplate(outer, 'outer.yaml', stepPatterns, () => used));
  expect(template.steps).toMatchObject([
    { id: 'part_run', code, inputs: { word: 'red' }, sites: ['https://a.example.com'] },
    { id: 'part_ask', prompt: 'Is it red?', sees: ['part_run'] },
  ]);
  expect(template.output).toEqual({ said: '{{steps.part_ask.answer}}' });
});
