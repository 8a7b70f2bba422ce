import { expect, test } from 'vitest';
import type { RepairMessage, RepairPorts } from '../../../../native-host/workflow/repair/repair-ports.ts';
import { runTemplate } from '../../../../native-host/workflow/run-template.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import type { Repair } from '../../../../shared/fingerprint.ts';
import type { Verdict } from '../../../../shared/receipt.ts';
import type { PlannedCall, RunEventBody } from '../../../../shared/run.ts';
import { allowed, FakeCalls, notFound, type Reply } from '../fake-calls.ts';
import { paperRun } from '../paper-run.ts';
import { compileText, valueIn } from '../shipped.ts';

// Goal: a model mends a step by looking and opening alone; the step itself acts, once, and only on what passes the guards.

type Control = {
  readonly ref: string;
  readonly name: string;
  readonly selectors: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly tag?: string;
};

const text = (more = '') => `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
steps:
  - id: press
    title: Open the reports
    tool: click
    args: { selector: 'role=button[name="Reports"]' }
    buckets: [write]
    on_failure: repair
${more}fingerprints:
  press.selector: { role: button, name: Reports, tag: button, within: navigation "Main", near: [Home, Help] }
`;

// A button that is a picture: nothing but its place speaks for it, which is not enough for the rules alone.
const picture: Control = {
  ...{ ref: 'e1', name: '', tag: 'button' },
  ...{ selectors: ['ref=e1', '#reports-icon'], attributes: { type: 'button', id: 'reports-icon' } },
};
const erase: Control = { ...picture, ref: 'e2', name: 'Delete reports', selectors: ['ref=e2'] };
const away: Control = {
  ...{ ref: 'e3', name: 'Reporting', tag: 'a', selectors: ['ref=e3'] },
  ...{ attributes: { href: 'https://elsewhere.example.com/' } },
};
const fold: Control = {
  ...{ ref: 'e4', name: 'More', tag: 'button', selectors: ['ref=e4', 'role=button[name="More"]'] },
  ...{ attributes: { type: 'button', 'aria-expanded': 'false' } },
};

function pageOf(controls: () => readonly Control[], clicked: (selector: string) => Reply) {
  return (tool: string, args: Readonly<Record<string, unknown>>): Reply => {
    const selector = String(args['selector']);
    const found = controls().filter(({ selectors }) => selectors.includes(selector));
    if (tool === 'snapshot') {
      const lines = controls().map(
        ({ ref, name, tag }) => ` ${tag === 'a' ? 'link' : 'button'} "${name}" [${ref}]`,
      );
      const outline = ['navigation "Main" [e90]', ' button "Home" [e91]', ...lines, ' button "Help" [e92]'];
      return {
        ...{ url: 'https://a.example.com/', title: 'Page' },
        outline: outline.join('\n'),
        changed: false,
      };
    }
    if (tool === 'wait')
      return 'load' in args || found.length === 1 ? { elapsed_ms: 1, met: 'x' } : notFound();
    if (tool !== 'get_elements') return found.length === 1 ? clicked(selector) : notFound();
    const all = selector.startsWith('a[href], ');
    const elements = (all ? controls() : found).map(({ ref, name, attributes, tag = 'button' }) => ({
      ...{ ref, tag, role: tag === 'a' ? 'link' : 'button', name, text: name, value: null, checked: null },
      ...{ attributes, box: { x: 0, y: 0, width: 9, height: 9 }, visible: true, styles: {} },
    }));
    return { url: 'https://a.example.com/', elements, count: elements.length };
  };
}

type Answer = { readonly code: string; readonly opens?: readonly string[] } | null;

/** A model that gives these answers in turn; its code is JSON of what the script returns. */
function portsOf(answers: readonly Answer[], more: Partial<RepairPorts> = {}) {
  const asked: (readonly RepairMessage[])[] = [];
  const ports: RepairPorts = {
    open: async () =>
      ok({
        ...{ name: 'paper', promptCharactersMax: 20_000, close: async () => undefined },
        ask: async (messages) => {
          asked.push(messages);
          const answer = answers[asked.length - 1] ?? null;
          const code = answer?.code === '' ? '' : JSON.stringify(answer);
          const given = answer === null ? null : { why: 'It is it.', code };
          return ok({ text: '{}', answer: given, hint: 'Answer with one JSON object.', tokens: 100 });
        },
      }),
    check: (code) => {
      const { code: returned, opens = [] } = JSON.parse(code);
      const calls = opens.map((_: string, at: number) => ({
        ...{ line: at + 1, path: '/click', tool: 'click', buckets: ['write'], secrets: [] },
      }));
      return {
        ok: true,
        script: {
          ...{ code: returned, codeHash: 'a'.repeat(64), calls },
          run: async ({ call, end }) => {
            for (const selector of opens) {
              const opened = await call('click', { selector });
              if (end()) return failed(fault('cancelled', 'It was ended.', 'Look.'));
              if (!opened.ok) return opened;
            }
            return ok(JSON.parse(returned));
          },
        },
      };
    },
    ...{ redact: (words: string) => words.replaceAll('Reporting', 'REDACTED'), spend: () => null },
    ...{ limits: { iterations: 10, ms: 600_000, tokens: 100_000 }, proposed: {}, ...more },
  };
  return { ports, asked };
}

const returning = (selector: string, opens: readonly string[] = []): Answer => ({
  ...{ code: JSON.stringify({ selectors: { selector } }), opens },
});

type World = {
  readonly controls?: () => readonly Control[];
  readonly clicked?: (selector: string) => Reply;
  readonly verdict?: (call: PlannedCall) => Verdict;
  readonly template?: string;
};

async function run(answers: readonly Answer[], world: World = {}, more: Partial<RepairPorts> = {}) {
  const controls = world.controls ?? (() => [picture, erase, away]);
  const calls = new FakeCalls(pageOf(controls, world.clicked ?? (() => ({}))), world.verdict);
  const events: RunEventBody[] = [];
  const { ports, asked } = portsOf(answers, more);
  const end = await runTemplate(valueIn(compileText(world.template ?? text())), {
    ...paperRun(calls, events),
    repair: ports,
  });
  const repairs: readonly Repair[] = events.flatMap((event) =>
    event.type === 'selector.repaired' ? [event.repair] : [],
  );
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  const lost = 'role=button[name="Reports"]';
  const clicks = calls.made.filter(({ tool }) => tool === 'click').map(({ args }) => args['selector']);
  const clicked = clicks.filter((selector) => selector !== lost);
  return { end, repairs, notes, clicked, asked };
}

test('what the model names is used once it passes the guards, and told as a proposal with its code', async () => {
  const { end, repairs, clicked } = await run([returning('ref=e1')]);
  expect(end).toMatchObject({ status: 'succeeded' });
  expect(clicked).toEqual(['ref=e1']);
  expect(repairs).toMatchObject([
    {
      how: 'model',
      place: 'selector',
      now: '#reports-icon',
      iterations: 1,
      code_hash: 'a'.repeat(64),
    },
  ]);
});

test.each([
  ['what deletes', 'ref=e2'],
  ['what leaves the site', 'ref=e3'],
  ['what is not there', 'role=button[name="Nothing"]'],
])('%s is not touched, and the model is told why', async (_what, selector) => {
  const { end, clicked, asked, repairs } = await run([returning(selector), returning('ref=e1')]);
  expect(end.status).toBe('succeeded');
  expect(clicked).toEqual(['ref=e1']);
  expect(asked[1]?.at(-1)?.content).toContain('NOT MENDED');
  expect(repairs[0]?.iterations).toBe(2);
});

test('a model that never finds it is asked ten times, and the run fails as it would have without it', async () => {
  const { end, asked, clicked, notes } = await run(Array(20).fill(returning('ref=e2')));
  expect(asked).toHaveLength(10);
  expect(clicked).toEqual([]);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-found' } });
  expect(notes.at(-1)).toContain('did not mend it');
});

test('the model sees the page between marks, without secrets, and never more than its context', async () => {
  const { asked } = await run([returning('ref=e1')]);
  const [, opening] = asked[0] ?? [];
  expect(opening?.content).toMatch(/<<<PAGE ([0-9a-f]{8})\n[\s\S]*REDACTED[\s\S]*PAGE \1>>>/);
  expect(opening?.content).not.toContain('Reporting');
  expect(opening?.content).toContain('was button "Reports", within navigation');
});

test('a script opens what only opens, and nothing else; what it opened is part of the proposal', async () => {
  let open = false;
  const world = {
    controls: () => (open ? [fold, picture] : [fold, erase]),
    clicked: (selector: string) => {
      open ||= selector === 'role=button[name="More"]';
      return {};
    },
  };
  const answers = [returning('ref=e1', ['ref=e2']), returning('ref=e1', ['ref=e4'])];
  const { end, clicked, repairs, asked } = await run(answers, world);
  expect(end.status).toBe('succeeded');
  expect(clicked).toEqual(['role=button[name="More"]', 'ref=e1']);
  expect(asked[1]?.at(-1)?.content).toContain('does not say that it only opens');
  expect(repairs[0]?.before).toEqual([
    { tool: 'click', args: { selector: 'role=button[name="More"]' }, title: 'Open button "More"' },
  ]);
});

test('an act that may have happened ends the repair: nothing is tried after it', async () => {
  const unknown = fault('outcome-unknown', 'Nobody knows.', 'Look.');
  const { end, clicked, asked } = await run([returning('ref=e1'), returning('ref=e1')], {
    clicked: () => unknown,
  });
  expect(end).toMatchObject({ status: 'outcome_unknown' });
  expect(clicked).toEqual(['ref=e1']);
  expect(asked).toHaveLength(1);
});

test('what a job brought along is tried first, under the same guards', async () => {
  const good = await run([], {}, { proposed: { 'press.selector': 'ref=e1' } });
  expect(good.end.status).toBe('succeeded');
  expect(good.asked).toEqual([]);
  const bad = await run([null, { code: '', opens: [] }], {}, { proposed: { 'press.selector': 'ref=e2' } });
  expect(bad.end.status).toBe('failed');
  expect(bad.clicked).not.toContain('ref=e2');
});

test('where looking would be asked about, and where there is no model, nothing is tried and that is told', async () => {
  const asks = (call: PlannedCall): Verdict =>
    call.tool === 'snapshot' ? { ...allowed, decision: 'ask' } : allowed;
  const shy = await run([returning('ref=e1')], { verdict: asks });
  expect(shy.asked).toEqual([]);
  expect(shy.end.status).toBe('failed');
  const none = async () => failed(fault('model-unavailable', 'There is none.', 'Start one.'));
  const { end, notes } = await run([], {}, { open: none });
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-found' } });
  expect(notes.join()).toContain('There is none. Start one.');
});

test('tokens and time end the repair', async () => {
  const bad = Array(20).fill(returning('ref=e2'));
  const limits = { iterations: 10, ms: 600_000, tokens: 250 };
  expect((await run(bad, {}, { limits })).asked).toHaveLength(3);
  const late = { iterations: 10, ms: 1, tokens: 100_000 };
  expect((await run(bad, {}, { limits: late })).asked).toHaveLength(0);
});

test('without on_failure: repair no model is asked', async () => {
  const { asked, end } = await run([returning('ref=e1')], {
    template: text().replace('    on_failure: repair\n', ''),
  });
  expect(asked).toEqual([]);
  expect(end.status).toBe('failed');
});
