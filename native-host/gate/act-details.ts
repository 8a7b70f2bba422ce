import { domainToUnicode } from 'node:url';
import type { TargetDescription } from '../../shared/actions.ts';
import { secretReferredTo } from '../../shared/secret-reference.ts';
import { fieldsOf } from '../../shared/tools/fill.ts';
import { tools } from '../../shared/tools/index.ts';

// The parts of an act that its one line does not say, for the person who is asked: every value that goes out, and where a link or
// form leads. They are made from the very arguments that the permit is for. What nobody can judge is called that, and shown.

type Args = Readonly<Record<string, unknown>>;

export type DetailedAct = {
  readonly tool: string;
  readonly args: Args;
  readonly targets: readonly TargetDescription[];
  /** Rule notation of what is acted on. */
  readonly resource: string;
};

const linesMax = 60;
/** Characters of one value that are shown; the middle of a longer one is left out, and said to be. */
const valueCharactersMax = 300;
/** Arguments that say how to find a thing, how long to wait or which page; the line of the act says what was found. */
const unsaid: ReadonlySet<string> = new Set(['page', 'timeout_ms', 'selector', 'to', 'fields', 'files']);

/** A line for each part of the act that its one line leaves out. */
export function actDetails(act: DetailedAct): string[] {
  const lines = [...siteLines(act.resource), ...valueLines(act), ...leadLines(act)];
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax - 1), `and ${lines.length - linesMax + 1} more that are not shown`];
}

/** A long text without its middle, which is counted: beginning and end are where a trick is looked for last. */
export function cutMiddle(text: string, max: number = valueCharactersMax): string {
  if (text.length <= max) return text;
  const side = Math.floor(max / 2);
  const hidden = text.length - 2 * side;
  return `${text.slice(0, side)} … ${hidden} characters not shown … ${text.slice(-side)}`;
}

function siteLines(resource: string): string[] {
  const origin = resource.replace(/^origin:/, '');
  if (!URL.canParse(origin)) return [];
  const { hostname } = new URL(origin);
  const written = domainToUnicode(hostname);
  return written === hostname || written === '' ? [] : [`the site's name is written ${written}`];
}

function valueLines({ tool, args, targets }: DetailedAct): string[] {
  if (tool === 'fill') return fillLines(args, targets);
  if (tool === 'handle_dialog') return dialogLines(args);
  if (tool === 'evaluate_script') {
    const script = typeof args['script'] === 'string' ? args['script'] : '';
    const world = args['world'] === 'main' ? ', among the page’s own scripts' : '';
    const head = `a script of ${script.length} characters${world}; what it does cannot be told in words`;
    return [head, cutMiddle(script), ...plainLines(tool, { args: args['args'] })];
  }
  return plainLines(tool, args);
}

function fillLines(args: Args, targets: readonly TargetDescription[]): string[] {
  return fieldsOf(args).map(({ value }, index) => {
    const target = targets[index];
    const name = target === undefined ? 'a field' : `${target.role || target.tag} "${oneLine(target.name)}"`;
    const secret = secretReferredTo(value);
    if (secret !== null) return `${name}: the secret ${secret}`;
    if (target?.sensitive === true) {
      return `${name}: ${String(value).length} characters that are not shown`;
    }
    return `${name}: ${shown(value)}`;
  });
}

function dialogLines({ accept, prompt_text: text }: Args): string[] {
  const typed = typeof text === 'string' ? [`with the text ${shown(text)}`] : [];
  return [accept === true ? 'answers OK' : 'answers Cancel', ...typed];
}

/** Every argument but those that say how to find things, and those that are as they are when nobody names them. */
function plainLines(tool: string, args: Args): string[] {
  const shape = tools.get(tool)?.input.shape ?? {};
  return Object.entries(args).flatMap(([name, value]) => {
    if (unsaid.has(name) || value === undefined || isDefault(shape[name], value)) return [];
    return [`${name.replaceAll('_', ' ')}: ${shown(value)}`];
  });
}

function isDefault(
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } } | undefined,
  value: unknown,
) {
  const usual = schema?.safeParse(undefined);
  return usual?.success === true && JSON.stringify(usual.data) === JSON.stringify(value);
}

// A link or a form can lead elsewhere than the page it stands in.
function leadLines({ tool, targets }: DetailedAct): string[] {
  if (tool !== 'click' && tool !== 'press_key' && tool !== 'download') return [];
  return targets.flatMap(({ href, form }) => {
    if (href !== null) return [`leads to ${cutMiddle(href)}`];
    return form === null ? [] : [`may send its form to ${cutMiddle(form.action)}`];
  });
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${cutMiddle(value)}"`;
  return cutMiddle(JSON.stringify(value) ?? '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 100);
}
