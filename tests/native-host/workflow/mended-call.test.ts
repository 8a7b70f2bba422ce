import { expect, test } from 'vitest';
import { runTemplate } from '../../../native-host/workflow/run-template.ts';
import type { Repair } from '../../../shared/fingerprint.ts';
import type { Verdict } from '../../../shared/receipt.ts';
import type { PlannedCall, RunEventBody } from '../../../shared/run.ts';
import { allowed, FakeCalls, notFound, type Reply } from './fake-calls.ts';
import { paperRun } from './paper-run.ts';
import { compileText, valueIn } from './shipped.ts';

// A page of paper: controls by name, each with the selectors that mean it.
type Control = {
  readonly ref: string;
  readonly name: string;
  readonly href: string;
  readonly selectors: readonly string[];
};

const head = `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
steps:
`;
const press = (selector: string) =>
  `${head}  - { id: press, title: Press, tool: click, args: { selector: ${selector} }, buckets: [write] }\n`;
const printed = `fingerprints:
  press.selector: { role: link, name: Reports, tag: a, leads_to: /reports }
`;

function page(controls: readonly Control[]) {
  const meant = (selector: unknown): readonly Control[] =>
    controls.filter(({ selectors }) => selectors.includes(String(selector)));
  return (tool: string, args: Readonly<Record<string, unknown>>): Reply => {
    const found = meant(args['selector']);
    if (tool === 'wait')
      return 'load' in args || found.length === 1 ? { elapsed_ms: 1, met: 'x' } : notFound();
    if (tool === 'snapshot') {
      const outline = controls.map(({ ref, name }) => `link "${name}" [${ref}]`).join('\n');
      return { outline, changed: false, complete: true, tokens: 9 };
    }
    if (tool !== 'get_elements') return found.length === 1 ? {} : notFound();
    const all = String(args['selector']).startsWith('a[href], ');
    const elements = (all ? controls : found).map(({ ref, name, href }) => ({
      ...{ ref, tag: 'a', role: 'link', name, text: name, value: null, checked: null },
      ...{ attributes: { href }, box: { x: 0, y: 0, width: 9, height: 9 }, visible: true, styles: {} },
    }));
    return { url: 'https://a.example.com/', elements, count: elements.length };
  };
}

async function run(text: string, controls: readonly Control[], verdict?: (call: PlannedCall) => Verdict) {
  const calls = new FakeCalls(page(controls), verdict);
  const events: RunEventBody[] = [];
  const end = await runTemplate(valueIn(compileText(text)), paperRun(calls, events));
  const repairs: readonly Repair[] = events.flatMap((event) =>
    event.type === 'selector.repaired' ? [event.repair] : [],
  );
  const clicked = calls.made.filter(({ tool }) => tool === 'click').map(({ args }) => args['selector']);
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  return { end, calls, repairs, clicked, notes };
}

const renamed: Control = {
  ref: 'e1',
  name: 'Papers',
  href: '/reports',
  selectors: ['role=link[name="Papers"]', '#papers'],
};
const lure: Control = { ref: 'e2', name: 'Report a problem', href: '/problem', selectors: ['#lure'] };

test('a selector with further choices uses the first that means one thing, and tells of it', async () => {
  const { end, clicked, repairs } = await run(press('["#old", "#gone", "#papers"]'), [renamed, lure]);
  expect(end.status).toBe('succeeded');
  expect(clicked).toEqual(['#papers']);
  expect(repairs).toMatchObject([
    {
      step_id: 'press',
      place: 'selector',
      was: '#old',
      now: '#papers',
      how: 'alternate',
      target: 'link "Papers"',
    },
  ]);
});

test('a selector without further choices is found again by what it is remembered by', async () => {
  const { end, clicked, repairs } = await run(press('"#old"') + printed, [lure, renamed]);
  expect(end.status).toBe('succeeded');
  expect(clicked).toEqual(['role=link[name="Papers"]']);
  expect(repairs).toMatchObject([{ was: '#old', how: 'rematched', now: 'role=link[name="Papers"]' }]);
});

test('nothing is pressed in place of what is not there, and the run says why', async () => {
  const { end, clicked, repairs, notes } = await run(press('"#old"') + printed, [lure]);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-found' } });
  // The step's own selector was proposed, and nothing else.
  expect(clicked).toEqual(['#old']);
  expect(repairs).toEqual([]);
  expect(notes).toEqual(['In "Press" #old was not found, and nothing on the page is enough like it.']);
});

test('a selector that now means something else gives way to what does the same as before', async () => {
  const market: Control = { ref: 'e3', name: 'Reports', href: '/market', selectors: ['#old'] };
  const { clicked } = await run(press('"#old"') + printed, [market, renamed]);
  expect(clicked).toEqual(['role=link[name="Papers"]']);
});

test('a selector that means what it meant costs no repair', async () => {
  const same: Control = { ref: 'e4', name: 'Reports', href: '/reports', selectors: ['#old'] };
  const { clicked, repairs } = await run(press('"#old"') + printed, [same, lure]);
  expect(clicked).toEqual(['#old']);
  expect(repairs).toEqual([]);
});

test('what the person approved of the plan does not count for another control', async () => {
  const asks = (call: PlannedCall): Verdict =>
    call.bucket === 'write' ? { decision: 'ask', policies: ['w'], reason: 'Writing asks.' } : allowed;
  const mended = await run(press('"#old"') + printed, [renamed], asks);
  expect(mended.calls.granted.at(-1)).toEqual([]);
  const same = await run(press('"#papers"'), [renamed], asks);
  expect(same.calls.granted.at(-1)).toHaveLength(1);
});

test('where looking would have to be asked, nothing is looked for', async () => {
  const { end, calls } = await run(press('"#old"') + printed, [renamed], (call) =>
    call.bucket === 'read' ? { decision: 'ask', policies: ['r'], reason: 'Reading asks.' } : allowed,
  );
  expect(end.status).toBe('failed');
  expect(calls.tools).toEqual(['click']);
});

test('a wait that comes to nothing is mended too, and one for something to go is not', async () => {
  const steps = (state: string) =>
    `${head}  - { id: press, title: Wait, tool: wait, args: { selector: "#old", state: ${state} }, buckets: [read] }\n`;
  const visible = await run(steps('visible') + printed, [renamed, lure]);
  expect(visible.end.status).toBe('succeeded');
  expect(visible.repairs).toHaveLength(1);
  const hidden = await run(steps('hidden') + printed, [renamed, lure]);
  expect(hidden.end.fault?.code).toBe('not-found');
  expect(hidden.repairs).toEqual([]);
});
