import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { run as runCommand } from '../../../../native-host/cli/commands/run.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import { ObjectiveDocument } from '../../../../native-host/cli/run/objective-document.ts';
import { hasDisplay } from '../../../../native-host/cli/run/objective-options.ts';
import { type RunObjectiveOptions, runObjective } from '../../../../native-host/cli/run/run-objective.ts';
import { fault, ok } from '../../../../shared/faults.ts';
import type { RunEvent, RunView } from '../../../../shared/run.ts';
import { answer, reading, researchEvents, toldIn } from '../../../entrypoints/sidepanel/objective-samples.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

const options: RunObjectiveOptions = {
  objective: 'How tall is it?',
  browser: { profile: null, window: null, otherwise: 'headed' },
  out: null,
  unattended: false,
  readOnly: true,
  model: 'lmstudio/a',
  search: null,
  budget: { minutes: 5 },
};

function lastRun(events: readonly RunEvent[]): RunView {
  const last = events.at(-1);
  if (last?.type !== 'run.finished') throw new Error('the run does not end');
  return last.run;
}

function authorityWith(events: readonly RunEvent[], start?: unknown, profiles = ['work']): ClientAuthority {
  const listed = profiles.map((name) => ({
    name,
    browser_name: 'Chromium',
    browser_version: '156',
    extension_version: '0.1.0',
    connected_at: '',
    pages: 1,
  }));
  return new ClientAuthority({
    'status.get': () => ({ profiles: listed }),
    'objective.start': () => start ?? { run_id: 'o1' },
    'run.events': () => ({ events }),
    'run.list': () => ({ runs: [lastRun(events)] }),
    'question.answer': () => ({ counted: true }),
    'client.answers': () => ({}),
  });
}

function invoke(words: readonly string[], terminal = fakeTerminal(), events = researchEvents()) {
  const authority = authorityWith(events);
  const context = commandContext({ connect: async () => ok(authority) }, { terminal });
  const line = parseCommandLine(['run', ...words], [runCommand]);
  if (line.kind !== 'run') throw new Error(line.kind);
  const exit = runCommand.run(line.invocation, { ...context, cwd: '/nowhere' });
  const asked = () => authority.calls.find(({ method }) => method === 'objective.start')?.params;
  return { exit, asked, terminal };
}

test('an objective is started as it was given, and told turn by turn', async () => {
  const authority = authorityWith(researchEvents());
  const context = commandContext({ connect: async () => ok(authority) });
  const { exit, run, copied } = await runObjective(options, context);
  expect([exit, run.status, copied]).toEqual([0, 'succeeded', null]);
  expect(authority.calls.find(({ method }) => method === 'objective.start')?.params).toEqual({
    objective: 'How tall is it?',
    page: null,
    selection: null,
    follows: null,
    options: {
      profile: 'work',
      unattended: false,
      budget: { minutes: 5 },
      read_only: true,
      model: 'lmstudio/a',
      search: null,
    },
  });
  const said = context.terminal.said.join('\n');
  expect(said).toContain('  1  Search for "tallest mountain in Africa height metres feet"');
  expect(said).toContain('sent back: The same was searched for in turn 1.');
  expect(said).toContain('[2] That is 19,341 feet.');
});

test('the result is a page of text for a person: answer, findings with their places, numbers', async () => {
  const { exit, terminal } = invoke(['How tall is it?']);
  expect(await exit).toBe(0);
  const printed = terminal.printed.join('\n');
  expect(printed).toContain(answer);
  expect(printed).toContain('en.mountains.example/wiki/Kilimanjaro#:~:text=Its%20highest%20point');
  expect(printed).toContain('2 of 2 found · 4 calls, 5,802 tokens read (3,990 reused), 301 written');
  expect(printed).not.toContain('Not found');
});

test('with --json the result is one document of its schema, with --stream every event a line', async () => {
  const json = invoke(['How tall is it?', '--json']);
  await json.exit;
  const document = ObjectiveDocument.parse(json.terminal.documents[0]);
  expect(document).toMatchObject({ status: 'succeeded', answer, turns: 2, copy: null });
  const stream = invoke(['How tall is it?', '--stream']);
  await stream.exit;
  expect(stream.terminal.documents).toHaveLength(researchEvents().length);
  expect(stream.terminal.printed).toEqual([]);
});

test('without words a person is asked, and a program is told what is missing', async () => {
  const person = invoke([], fakeTerminal({ interactive: true, answers: ['How tall is it?'] }));
  expect(await person.exit).toBe(0);
  expect(person.asked()).toMatchObject({ objective: 'How tall is it?' });
  const program = await invoke([]).exit.catch((error: unknown) => error);
  expect(program).toMatchObject({ exit: 2, what: 'What should be done is missing.' });
  const silent = await invoke([], fakeTerminal({ interactive: true })).exit.catch((error: unknown) => error);
  expect(silent).toMatchObject({ exit: 130 });
});

test.each([
  [['x', '--template', 't'], 'An objective and --template exclude each other.'],
  [['x', '--param', 'a=b'], '--param belongs to --template.'],
  [['x', '--minutes', 'soon'], '"soon" is no number of minutes.'],
  [['x'.repeat(4_001)], 'The objective has 4001 characters.'],
  [['  '], 'There is nothing to do.'],
])('%j is wrong usage', async (words, what) => {
  const error = await invoke(words).exit.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ exit: 2, what });
});

test('a model that cannot be used ends the command before there is a run, with what to do', async () => {
  const why = fault('model-unavailable', 'No model was found.', 'See `localagent model list`.');
  const context = commandContext({ connect: async () => ok(authorityWith(researchEvents(), why)) });
  const error = await runObjective(options, context).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    exit: 1,
    what: 'No model was found.',
    remedy: 'See `localagent model list`.',
  });
});

test('what the run asks is answered in the terminal, an empty line being no answer', async () => {
  const question = {
    question_id: '00000000-0000-4000-8000-000000000009',
    text: 'Which one?',
    asked_at: '2026-04-03T10:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
  };
  const asking = toldIn([...reading, { type: 'question.asked', question }]);
  const ended = lastRun(researchEvents());
  const end: RunEvent = {
    run_id: 'o1',
    seq: asking.length,
    at: question.asked_at,
    type: 'run.finished',
    run: ended,
  };
  for (const [typed, sent] of [
    ['The first', 'The first'],
    ['', 'I have no answer to that. Go on without it.'],
  ] as const) {
    let authority: ClientAuthority | null = null;
    const terminal = fakeTerminal({ interactive: true, answers: [typed] });
    authority = new ClientAuthority({
      'status.get': () => ({ profiles: [{ name: 'work', browser_name: 'Chromium' }] }),
      'objective.start': () => ({ run_id: 'o1' }),
      'run.events': () => ({ events: asking }),
      'run.list': () => ({ runs: [] }),
      'client.answers': () => ({}),
      'question.answer': () => {
        authority?.tell(end);
        return { counted: true };
      },
    });
    const client = authority;
    const { exit } = await runObjective(
      options,
      commandContext({ connect: async () => ok(client) }, { terminal }),
    );
    expect(exit).toBe(0);
    expect(client.calls.find(({ method }) => method === 'question.answer')?.params).toEqual({
      question_id: question.question_id,
      text: sent,
    });
  }
});

test('a stopped run ends with 130, and its report is copied beside what is there', async () => {
  const folder = temporaryFolder();
  const report = join(folder, 'research_report.md');
  writeFileSync(report, '# Report\n');
  const out = join(folder, 'out');
  const events = researchEvents();
  const run = { ...lastRun(events), status: 'cancelled' as const, report };
  const stopped: readonly RunEvent[] = [
    ...events.slice(0, -1),
    { run_id: 'o1', seq: 99, at: run.started_at, type: 'run.finished', run },
  ];
  const context = () => commandContext({ connect: async () => ok(authorityWith(stopped)) });
  const first = await runObjective({ ...options, out }, context());
  const second = await runObjective({ ...options, out }, context());
  expect([first.exit, first.copied]).toEqual([130, join(out, 'research_report.md')]);
  expect(second.copied).toBe(join(out, 'research_report-2.md'));
  expect(readFileSync(join(out, 'research_report-2.md'), 'utf8')).toBe('# Report\n');
  expect(existsSync(join(out, 'research_report-3.md'))).toBe(false);
});

test('a window is opened only where somebody could see it', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: '' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
});
