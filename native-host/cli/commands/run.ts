import { resolve } from 'node:path';
import { RunBudget } from '../../../shared/protocol/control-messages.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import type { ExitCode } from '../exit-code.ts';
import type { BrowserWish } from '../run/choose-browser.ts';
import { objectiveDocument } from '../run/objective-document.ts';
import { objectiveOptions } from '../run/objective-options.ts';
import { objectiveLines } from '../run/objective-words.ts';
import { type FinishedObjective, runObjective } from '../run/run-objective.ts';
import { type RunTemplateOptions, runTemplate } from '../run/run-template.ts';
import { resultLines } from '../run/run-words.ts';

/** Names as the authority keeps them; it would change any other. */
const profileName = /^(?![-.])[a-z0-9._-]{1,60}(?<![-.])$/;

export const run = defineCommand({
  name: 'run',
  summary: 'work on an objective, or run a template, in your browser or in one of its own',
  details:
    'Say what to find out or to do: localagent run "How tall is the tallest mountain in Africa?". Without words it asks.\n' +
    'Without --headless or --headed it works in the browser that is connected; if none is, it starts one: with a window\n' +
    'for an objective where there is a display, without one for a template. What the rules ask a person is asked here on\n' +
    'a terminal and in the side panel. Ctrl+C ends the run and waits for its report.',
  positionals: ['[OBJECTIVE]'],
  options: {
    minutes: { type: 'string', value: 'N', text: 'an objective ends after so many minutes, with a report' },
    model: { type: 'string', value: 'MODEL', text: 'the model for it (see `localagent model list`)' },
    search: {
      type: 'string',
      value: 'NAME',
      text: 'the search engine for it, instead of that of config.yaml',
    },
    'read-only': { type: 'boolean', text: 'it only reads, whatever the rules allow' },
    template: { type: 'string', value: 'ID', text: 'the template to run (see `localagent template list`)' },
    resume: {
      type: 'string',
      value: 'RUN',
      text: 'go on with a run of a template that a crash cut off, where that is safe',
    },
    param: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      text: 'a parameter; may be given several times',
    },
    headless: { type: 'boolean', text: 'in a browser of its own, without a window' },
    headed: { type: 'boolean', text: 'in a browser of its own, with a window' },
    profile: { type: 'string', value: 'NAME', text: 'browser profile to work in' },
    out: { type: 'string', value: 'FOLDER', text: 'where to put the files, or a copy of the report' },
    name: { type: 'string', value: 'PATTERN', text: 'name of the filed file, such as {vendor}-{period}.csv' },
    unattended: { type: 'boolean', text: 'ask nobody: what would be asked is denied' },
    'max-acts': { type: 'string', value: 'N', text: 'end the run after so many acts' },
    'max-sites': { type: 'string', value: 'N', text: 'end the run before it touches more sites' },
    'max-minutes': { type: 'string', value: 'N', text: 'end the run after so many minutes' },
    'max-tokens': {
      type: 'string',
      value: 'N',
      text: 'end the run after its models have taken so many tokens',
    },
    stream: { type: 'boolean', text: 'print every event as one line of JSON on stdout' },
  },
  async run(invocation, context) {
    const { terminal } = context;
    const stream = invocation.flag('stream');
    if (stream && invocation.json) {
      throw wrongUsage('--stream and --json exclude each other.', 'in "localagent run"', 'Give one of them.');
    }
    const resumes = invocation.text('resume') !== null;
    if (invocation.text('template') === null && !resumes) return workOnObjective(invocation, context);
    if (invocation.positionals.length > 0) {
      throw wrongUsage(
        `An objective and ${resumes ? '--resume' : '--template'} exclude each other.`,
        'in "localagent run"',
        'Give one of them.',
      );
    }
    const options = runOptions(invocation, context.cwd);
    const finished = await runTemplate(
      stream ? { ...options, onEvent: (event) => terminal.printJson(event) } : options,
      context,
    );
    if (invocation.json) terminal.printJson(finished.document);
    else if (!stream) {
      terminal.print(resultLines(finished.run, finished.ledger, context.parts.paths.home, terminal.paint));
    }
    if (finished.run.fault !== null && (invocation.json || stream)) terminal.warn(finished.run.fault.message);
    return finished.exit;
  },
});

async function workOnObjective(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts } = context;
  const stream = invocation.flag('stream');
  const common = { browser: browserWish(invocation), budget: readBudget(invocation) };
  const options = await objectiveOptions(invocation, common, context);
  const finished = await runObjective(
    stream ? { ...options, onEvent: (event) => terminal.printJson(event) } : options,
    context,
  );
  const { run, copied } = finished;
  if (!stream) tellObjective(finished, invocation.json, { home: parts.paths.home, copied }, context);
  if (run.fault !== null && (invocation.json || stream)) terminal.warn(run.fault.message);
  return finished.exit;
}

function tellObjective(
  { run, ledger }: FinishedObjective,
  json: boolean,
  places: Readonly<{ home: string; copied: string | null }>,
  { terminal }: CommandContext,
): void {
  const { objective } = run;
  if (objective === undefined) throw new Error('a run of an objective came back without it');
  if (json) terminal.printJson(objectiveDocument(run, objective, ledger, places));
  else terminal.print(objectiveLines(run, objective, ledger, places, terminal.paint));
}

/** Reads the options of `run` with a template; `cwd` is what a relative --out is relative to. */
export function runOptions(invocation: Invocation, cwd: string): RunTemplateOptions {
  const resume = invocation.text('resume');
  const template = invocation.text('template') ?? (resume === null ? null : '');
  const fixed = ['template', 'out', 'name'].some((option) => invocation.text(option) !== null);
  if (resume !== null && (fixed || invocation.texts('param').length > 0)) {
    const message = '--resume takes template, parameters and places from the run that it names.';
    throw wrongUsage(message, 'in "localagent run"', 'Leave --template, --param, --out and --name out.');
  }
  if (template === null) {
    throw wrongUsage('--template is missing.', 'in "localagent run"', 'See `localagent template list`.');
  }
  const out = invocation.text('out');
  return {
    template,
    ...(resume === null ? {} : { resume }),
    parameters: readParameters(invocation.texts('param')),
    browser: browserWish(invocation),
    out: out === null ? null : resolve(cwd, out),
    namePattern: invocation.text('name'),
    unattended: invocation.flag('unattended'),
    budget: readBudget(invocation),
  };
}

function browserWish(invocation: Invocation): BrowserWish {
  if (invocation.flag('headless') && invocation.flag('headed')) {
    throw wrongUsage(
      '--headless and --headed exclude each other.',
      'in "localagent run"',
      'Give one of them.',
    );
  }
  const profile = invocation.text('profile');
  if (profile !== null && !profileName.test(profile)) {
    throw wrongUsage(
      `"${profile}" is no name for a profile.`,
      'in --profile',
      'Use up to 60 small letters, digits, dots, dashes and underscores, with no dot or dash at either end.',
    );
  }
  return {
    profile,
    window: invocation.flag('headless') ? 'headless' : invocation.flag('headed') ? 'headed' : null,
  };
}

function readBudget(invocation: Invocation): RunBudget {
  const given = (['acts', 'sites', 'minutes', 'tokens'] as const).flatMap((name) => {
    const text = invocation.text(optionOf(name, invocation));
    return text === null ? [] : [[name, Number(text)] as const];
  });
  const parsed = RunBudget.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const option = optionOf(name, invocation);
  throw wrongUsage(
    `"${invocation.text(option)}" is no number of ${name}.`,
    `in --${option}`,
    'Give a number from 1 up.',
  );
}

/** `--minutes` is short for `--max-minutes`. */
function optionOf(name: string, invocation: Invocation): string {
  return name === 'minutes' && invocation.text('minutes') !== null ? 'minutes' : `max-${name}`;
}

/** Parameters as they stand on a command line: `name=value`, each once. */
export function readParameters(texts: readonly string[]): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = text.slice(0, equals);
    if (equals < 1) {
      throw wrongUsage(`"${text}" is no parameter.`, 'in --param', 'Write it as --param name=value.');
    }
    if (parameters.has(name)) throw wrongUsage(`"${name}" is given twice.`, 'in --param', 'Give it once.');
    parameters.set(name, text.slice(equals + 1));
  }
  return Object.fromEntries(parameters);
}
