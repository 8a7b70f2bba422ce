import { expect, test } from 'vitest';
import { foreignSources } from '../../../native-host/workflow/flows.ts';
import { valueIn } from './shipped.ts';
import { load, plan } from './step-rig.ts';

const [crm, shop] = ['https://crm.example.com', 'https://shop.example.com'];

function planOf(steps: string, head = '') {
  const loaded = load(`id: two-sites
version: 1.0.0
title: Two sites
description: For tests.
sites: ["${crm}", "${shop}"]
${head}steps:
${steps}`);
  return valueIn(plan(valueIn(loaded)));
}

const at = (site: string) => `buckets: [read, write], sites: ["${site}"]`;
const look = `  - { id: look, title: Look, tool: get_text, ${at(crm)} }\n`;
const write = (value: string, more = '') =>
  `  - { id: write, title: Write, tool: fill, args: { selector: a, value: "${value}" }, ${at(shop)}${more} }\n`;
const foreign = (plan: ReturnType<typeof planOf>, reviewed = true) =>
  foreignSources(plan.flows, { step_id: 'write', to: shop, reviewed });

test('what one site showed and another gets is followed through references', () => {
  expect(foreign(planOf(look + write('{{steps.look.text}}')))).toEqual([crm]);
  expect(foreign(planOf(look + write('Hello: {{steps.look.text}}.')))).toEqual([crm]);
  expect(foreign(planOf(look + write('always the same')))).toEqual([]);
  const there = look.replace(crm, shop);
  expect(foreign(planOf(there + write('{{steps.look.text}}')))).toEqual([]);
});

test('it is followed through other steps, through conditions and through loops', () => {
  const middle = `  - { id: middle, title: Find, tool: get_text, args: { selector: "{{steps.look.text}}" }, ${at(shop)} }\n`;
  expect(foreign(planOf(look + middle + write('{{steps.middle.text}}')))).toEqual([crm]);
  const chosen = ', if: { value: "{{steps.look.text}}", exists: true }';
  expect(foreign(planOf(look + write('the same', chosen)))).toEqual([crm]);
  const inner = write('{{item}}').replace(/^ {2}/, '      ');
  const loop = `  - id: each\n    title: Each\n    for_each: { in: "{{steps.look.items}}", max: 3 }\n    steps:\n${inner}`;
  const table = look
    .replace('get_text', 'get_elements')
    .replace('title: Look', 'title: Look, args: { selector: a }');
  expect(foreign(planOf(table + loop.replace('steps.look.items', 'steps.look.elements')))).toEqual([crm]);
});

test('a flow that the template declares counts in that direction, and once the template is reviewed', () => {
  const flows = `flows: [{ from: "${crm}", to: "${shop}" }]\n`;
  const plan = planOf(look + write('{{steps.look.text}}'), flows);
  expect(foreign(plan)).toEqual([]);
  expect(foreign(plan, false)).toEqual([crm]);
  const other = planOf(look + write('{{steps.look.text}}'), `flows: [{ from: "${shop}", to: "${crm}" }]\n`);
  expect(foreign(other)).toEqual([crm]);
});

test('a flow names sites, as the list of sites does', () => {
  const wrong = load(`id: x
version: 1.0.0
title: x
description: x
sites: ["${crm}"]
flows: [{ from: "*", to: "${crm}" }]
steps:
${look}`);
  expect(wrong).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining('"*" is not a site') },
  });
});

test('a script knows what each of its acts uses, and what decided that it runs is used by all of them', () => {
  const both = `buckets: [read, write], sites: ["${crm}", "${shop}"]`;
  const code = `  - { id: write, title: Write, code: "return 1;", inputs: { a: "{{steps.look.text}}", b: x }, ${both}, if: { value: "{{steps.other.text}}", exists: true } }\n`;
  const other = `  - { id: other, title: Other, tool: get_text, ${at(crm)} }\n`;
  const { flows } = planOf(look + other + code);
  expect(flows.scripts?.['write']).toEqual({ chosen: [crm], inputs: { a: [crm], b: [] } });
  const used = (origins?: readonly string[]) =>
    foreignSources(flows, { step_id: 'write', to: shop, reviewed: false, used: origins });
  // Before the run everything counts; then what the script says of the very act, and the condition.
  expect(used()).toEqual([crm]);
  expect(used([])).toEqual([crm]);
  expect(
    foreignSources(
      { ...flows, scripts: { write: { chosen: [], inputs: {} } } },
      { step_id: 'write', to: shop, reviewed: false, used: [] },
    ),
  ).toEqual([]);
});

test('what a model answers comes from where it looked', () => {
  const ask = '  - { id: ask, title: Ask, prompt: "A?", sees: [look], answer: { yes_no: true } }\n';
  expect(foreign(planOf(look + ask + write('{{steps.ask.answer}}')))).toEqual([crm]);
  const listed = `${ask.replace('sees: [look]', 'sees: [here]').replace('yes_no: true', 'choose: "{{steps.look.text}}"')}`;
  const here = `  - { id: here, title: Here, tool: get_text, ${at(shop)} }\n`;
  expect(foreign(planOf(look + here + listed + write('{{steps.ask.answer}}')))).toEqual([crm]);
});
