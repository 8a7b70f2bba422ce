import { resolve } from 'node:path';
import { RunBudget } from '../../../shared/protocol/control-messages.ts';
import { defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { type RunTemplateOptions, runTemplate } from '../run/run-template.ts';
import { resultLines } from '../run/run-words.ts';

/** Names as the authority keeps them; it would change any other. */
const profileName = /^(?![-.])[a-z0-9._-]{1,60}(?<![-.])$/;

export const run = defineCommand({
  name: 'run',
  summary: 'run a template in your browser, or unattended in one of its own',
  details:
    'Without --headless or --headed it works in the browser that is connected; if none is, it starts one without a\n' +
    'window. What the rules ask a person is asked here on a terminal and in the side panel. Ctrl+C cancels the run and\n' +
    'waits for its report.',
  options: {
    template: { type: 'string', value: 'ID', text: 'the template to run (see `localagent template list`)' },
    param: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      text: 'a parameter; may be given several times',
    },
    headless: { type: 'boolean', text: 'in a browser of its own, without a window' },
    headed: { type: 'boolean', text: 'in a browser of its own, with a window' },
    profile: { type: 'string', value: 'NAME', text: 'browser profile to work in' },
    out: { type: 'string', value: 'FOLDER', text: 'where to put the files' },
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

/** Reads the options of `run`; `cwd` is what a relative --out is relative to. */
export function runOptions(invocation: Invocation, cwd: string): RunTemplateOptions {
  const template = invocation.text('template');
  if (template === null) {
    throw wrongUsage('--template is missing.', 'in "localagent run"', 'See `localagent template list`.');
  }
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
  const out = invocation.text('out');
  return {
    template,
    parameters: readParameters(invocation.texts('param')),
    browser: {
      profile,
      window: invocation.flag('headless') ? 'headless' : invocation.flag('headed') ? 'headed' : null,
    },
    out: out === null ? null : resolve(cwd, out),
    namePattern: invocation.text('name'),
    unattended: invocation.flag('unattended'),
    budget: readBudget(invocation),
  };
}

function readBudget(invocation: Invocation): RunBudget {
  const given = (['acts', 'sites', 'minutes', 'tokens'] as const).flatMap((name) => {
    const text = invocation.text(`max-${name}`);
    return text === null ? [] : [[name, Number(text)] as const];
  });
  const parsed = RunBudget.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw wrongUsage(
    `"${invocation.text(`max-${name}`)}" is no number of ${name}.`,
    `in --max-${name}`,
    'Give a number from 1 up.',
  );
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
