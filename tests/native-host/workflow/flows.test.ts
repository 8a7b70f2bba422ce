import { expect, test } from 'vitest';
import { foreignSources } from '../../../native-host/workflow/flows.ts';
import { compileText, valueIn } from './shipped.ts';

const [crm, shop] = ['https://crm.example.com', 'https://shop.example.com'];

function planOf(steps: string, head = '') {
  return valueIn(
    compileText(`id: two-sites
version: 1.0.0
title: Two sites
description: For tests.
sites: ["${crm}", "${shop}"]
${head}steps:
${steps}`),
  );
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
  const wrong = compileText(`id: x
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
