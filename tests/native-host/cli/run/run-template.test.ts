import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { type RunTemplateOptions, runTemplate } from '../../../../native-host/cli/run/run-template.ts';
import { fault, ok } from '../../../../shared/faults.ts';
import type { RunEvent, RunView } from '../../../../shared/run.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { finishedRun, story } from '../../../fakes/run-story.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

const parameter = {
  name: 'period',
  title: 'Month',
  description: '',
  type: 'month',
  required: true,
  pattern: null,
  options: null,
  default: null,
};
const template = {
  id: 'vendor-portal-report',
  version: '1.0.0',
  title: '',
  description: '',
  parameters: [parameter],
  steps: [],
  review: 'reviewed',
};
const profile = (name: string) => ({
  name,
  browser_name: 'Chromium',
  browser_version: '156',
  extension_version: '0.1.0',
  connected_at: '',
  pages: 1,
});

const options: RunTemplateOptions = {
  template: 'vendor-portal-report',
  parameters: { period: '2026-06' },
  browser: { profile: null, window: null },
  out: null,
  namePattern: null,
  unattended: false,
};

type Setting = Readonly<{
  profiles?: string[];
  run?: RunView;
  start?: unknown;
  events?: readonly RunEvent[];
}>;

function authorityWith({
  profiles = ['work'],
  run = finishedRun,
  start,
  events = story,
}: Setting): ClientAuthority {
  return new ClientAuthority({
    'template.list': () => ({ templates: [template] }),
    'status.get': () => ({ profiles: profiles.map(profile) }),
    'run.start': () => start ?? { run_id: run.run_id },
    'run.events': () => ({ events }),
    'run.list': () => ({ runs: [run] }),
    'run.cancel': () => ({ cancelled: true }),
  });
}

async function errorOf(work: Promise<unknown>): Promise<CommandError> {
  const error = await work.then(() => null).catch((reason: unknown) => reason);
  if (error instanceof CommandError) return error;
  throw new Error(`no CommandError: ${String(error)}`);
}

test('a run in the connected browser ends with its document, told step by step', async () => {
  const authority = authorityWith({});
  const context = commandContext({ connect: async () => ok(authority) });
  const { exit, document } = await runTemplate(options, context);
  expect([exit, document.status, document.ledger]).toEqual([
    0,
    'succeeded',
    { rows: 7, verified: true, home: '/nowhere/home' },
  ]);
  expect(authority.calls.find(({ method }) => method === 'run.start')?.params).toEqual({
    template: 'vendor-portal-report',
    parameters: { period: '2026-06' },
    options: { profile: 'work', out: null, name_pattern: null, unattended: false },
  });
  expect(context.terminal.said).toEqual([
    'Vendor portal report in work 20260630-100000-abcd1234',
    '  done      Download the report (1.2 s) – statement.csv, 120 bytes.',
  ]);
});

test('events that come again are told once', async () => {
  const heard: number[] = [];
  const context = commandContext({
    connect: async () => ok(authorityWith({ events: [...story, ...story] })),
  });
  await runTemplate({ ...options, onEvent: ({ seq }) => void heard.push(seq) }, context);
  expect(heard).toEqual([0, 1, 2, 3]);
});

test('what is wrong with template or parameters is told before a browser is started', async () => {
  const context = () => commandContext({ connect: async () => ok(authorityWith({ profiles: [] })) });
  const why = fault('bad-arguments', 'There is no template "vendor".', 'See the list.');
  const knows = commandContext({ connect: async () => ok(authorityWith({ profiles: [], start: why })) });
  const unknown = await errorOf(runTemplate({ ...options, template: 'vendor' }, knows));
  expect([unknown.exit, unknown.what, unknown.where]).toEqual([2, why.message, 'in --template']);
  const missing = await errorOf(runTemplate({ ...options, parameters: {} }, context()));
  expect([missing.exit, missing.what, missing.remedy]).toEqual([
    2,
    'Missing: period (Month).',
    'Add --param period=….',
  ]);
  const foreign = await errorOf(runTemplate({ ...options, parameters: { perod: 'x' } }, context()));
  expect(foreign.what).toBe('There is no parameter "perod". Did you mean "period"?');
});

test.each([
  ['refused', 3],
  ['failed', 1],
  ['outcome_unknown', 4],
] as const)('a run that is %s exits with %d', async (status, code) => {
  const context = commandContext({
    connect: async () => ok(authorityWith({ run: { ...finishedRun, status }, events: [] })),
  });
  expect((await runTemplate(options, context)).exit).toBe(code);
});

test('a ledger that does not verify is never a success', async () => {
  const context = commandContext({
    connect: async () => ok(authorityWith({})),
    verifyLedger: () => ({
      ...{ ok: false, kind: 'broken', rows: 3, base: 0, checkpoints: 0, anchors: 0, broken_at: 2 },
      reason: 'Row 2 was changed.',
    }),
  });
  expect(await runTemplate(options, context)).toMatchObject({
    exit: 1,
    document: { ledger: { verified: false } },
  });
});

test('a fault of the start keeps its meaning', async () => {
  const start = fault('bad-arguments', 'Template: the month must be a month.', 'Give it as 2026-06.');
  const context = commandContext({ connect: async () => ok(authorityWith({ start })) });
  expect(await errorOf(runTemplate(options, context))).toMatchObject({
    exit: 2,
    what: start.message,
    remedy: start.hint,
  });
});

test('several connected browsers and none named is wrong usage that names them', async () => {
  const context = commandContext({ connect: async () => ok(authorityWith({ profiles: ['work', 'home'] })) });
  const error = await errorOf(runTemplate(options, context));
  expect([error.exit, error.remedy]).toEqual([
    2,
    'Name one with --profile: work (Chromium), home (Chromium).',
  ]);
});

test('a browser that is started for a run ends with it, and nobody is asked without a terminal', async () => {
  const launched: unknown[] = [];
  let ended = 0;
  const authority = authorityWith({ profiles: ['work', 'unattended'] });
  const context = commandContext({
    connect: async () => ok(authority),
    launch: async (wish) => {
      launched.push(wish);
      return ok({
        profile: wish.profile,
        notes: ['A note.'],
        close: async () => {
          ended += 1;
        },
      });
    },
  });
  await runTemplate({ ...options, browser: { profile: null, window: 'headless' } }, context);
  expect([launched, ended]).toEqual([[{ profile: 'unattended', headless: true }], 1]);
  expect(context.terminal.said).toContain('  A note.');
  expect(authority.calls.find(({ method }) => method === 'run.start')?.params).toMatchObject({
    options: { profile: 'unattended', unattended: true },
  });
});

test('an interruption cancels the run and still gives its document', async () => {
  const interrupt = new AbortController();
  const authority = authorityWith({ run: { ...finishedRun, status: 'running' }, events: story.slice(0, 2) });
  const context = commandContext({ connect: async () => ok(authority) }, { interrupted: interrupt.signal });
  const run = runTemplate(
    {
      ...options,
      onEvent: ({ seq }) => {
        if (seq === 1) interrupt.abort();
      },
    },
    context,
  );
  setTimeout(() => {
    const cancelled: RunView = { ...finishedRun, status: 'cancelled' };
    authority.tell({ run_id: cancelled.run_id, seq: 9, at: '', type: 'run.finished', run: cancelled });
  }, 20);
  expect(await run).toMatchObject({
    exit: 130,
    document: { status: 'cancelled', report: finishedRun.report },
  });
  expect(authority.calls.map(({ method }) => method)).toContain('run.cancel');
});

test('a lost connection is joined again, and the run is followed to its end', async () => {
  const first = authorityWith({ run: { ...finishedRun, status: 'running' }, events: story.slice(0, 2) });
  const second = authorityWith({ run: { ...finishedRun, status: 'outcome_unknown' }, events: [] });
  const both = [first, second];
  const context = commandContext({ connect: async () => ok(both.shift() ?? second) });
  setTimeout(() => first.close(), 20);
  expect(await runTemplate(options, context)).toMatchObject({
    exit: 4,
    document: { status: 'outcome_unknown' },
  });
  expect(context.terminal.warned[0]).toContain('was lost');
  // Nothing is left open that would keep the command from ending.
  await second.closed;
});

test('at the terminal a yes reaches further only by the word that the question offers', async () => {
  const approval = {
    approval_id: 'b7c1f8a2-0000-4000-8000-000000000001',
    run_id: finishedRun.run_id,
    title: 'Click button "Save" on https://portal.example',
    acts: [],
    offers: [{ scope: 'run' as const, words: 'Not asked about until this run ends.' }],
    asked_at: '',
    expires_at: '',
  };
  const answered: unknown[] = [];
  const asked: string[] = [];
  const authority = new ClientAuthority({
    'client.answers': () => {
      asked.push('door');
      return {};
    },
    'template.list': () => ({ templates: [template] }),
    'status.get': () => ({ profiles: [profile('work')] }),
    'run.start': () => ({ run_id: finishedRun.run_id }),
    'run.events': () => {
      authority.askFor(approval);
      authority.askFor({ ...approval, approval_id: 'b7c1f8a2-0000-4000-8000-000000000002' });
      return { events: story.slice(0, 2) };
    },
    'run.list': () => ({ runs: [] }),
    'approval.answer': ({ answer, scope }: { answer: string; scope: string }) => {
      answered.push([answer, scope]);
      if (answered.length === 2) for (const event of story.slice(2)) authority.tell(event);
      return { counted: true };
    },
  });
  const terminal = fakeTerminal({ interactive: true, answers: ['site', ' Run'] });
  await runTemplate(options, commandContext({ connect: async () => ok(authority) }, { terminal }));
  expect(answered).toEqual([
    ['denied', 'once'],
    ['approved', 'run'],
  ]);
  expect(asked).toEqual(['door']);
});

test('a question is put to the person at the terminal, and only a whole yes approves', async () => {
  const approval = {
    approval_id: 'b7c1f8a2-0000-4000-8000-000000000001',
    run_id: finishedRun.run_id,
    title: 'Run "Vendor portal report" on https://portal.example',
    acts: [
      {
        text: 'Click button "Prepare"',
        bucket: 'write' as const,
        resource: 'r',
        rule: 'Writing here asks first.',
        count: 2,
        details: ['leads to https://portal.example/x'],
      },
    ],
    asked_at: '',
    expires_at: '',
  };
  const answered: unknown[] = [];
  const authority = new ClientAuthority({
    'template.list': () => ({ templates: [template] }),
    'status.get': () => ({ profiles: [profile('work')] }),
    'run.start': () => ({ run_id: finishedRun.run_id }),
    'run.events': () => {
      authority.askFor(approval);
      authority.askFor({ ...approval, approval_id: 'b7c1f8a2-0000-4000-8000-000000000002' });
      authority.askFor({ ...approval, run_id: 'another' });
      return { events: story.slice(0, 2) };
    },
    'run.list': () => ({ runs: [] }),
    'approval.answer': ({ answer }: { answer: string }) => {
      answered.push(answer);
      if (answered.length === 2) for (const event of story.slice(2)) authority.tell(event);
      return { counted: true };
    },
  });
  const terminal = fakeTerminal({ interactive: true, answers: ['y', 'YES '] });
  await runTemplate(options, commandContext({ connect: async () => ok(authority) }, { terminal }));
  expect(answered).toEqual(['denied', 'approved']);
  expect(terminal.warned).toContain('  write  Click button "Prepare" ×2 (Writing here asks first.)');
  expect(terminal.warned).toContain('         leads to https://portal.example/x');
});
