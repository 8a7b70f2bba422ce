import type { z } from 'zod';
import type { RecordedAct, RecordedTarget } from '../../shared/recording.ts';
import { saysDelete } from '../../shared/tools/delete-words.ts';

// What a recording becomes: steps that find their controls by what a person calls them, what was typed as parameters, and
// sites and kinds of act from what happened and nothing else.

type Json = z.core.util.JSONType;
type Members = Record<string, Json>;
export type RecordedTemplate = {
  readonly id: string;
  readonly parameters: Readonly<Record<string, Members>>;
  readonly steps: readonly Members[];
  readonly sites: readonly string[];
  readonly output: Members;
};

const idMax = 50;
const titleMax = 60;
const optionsMax = 50;

/** A template of version 1.0.0, still a draft; `title` is what the person calls it. */
export function recordedTemplate(acts: readonly RecordedAct[], title: string): Members {
  const { id, parameters, steps, sites, output } = recordedParts(acts, title);
  return {
    id,
    version: '1.0.0',
    title,
    description: `Recorded on ${sites.map(hostOf).join(', ')}. Say here what it is for.`,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: { ...parameters } }),
    sites: [...sites],
    steps: [...steps],
    ...(Object.keys(output).length === 0 ? {} : { output }),
  };
}

/** The parts that come from the recording; also what is added when more is recorded. */
export function recordedParts(acts: readonly RecordedAct[], title: string): RecordedTemplate {
  const parameters: Record<string, Members> = {};
  const steps: Members[] = [];
  const output: Members = {};
  const stepIds = new Set<string>();
  const outputs = new Set<string>();
  /** What names each page, by its number. */
  const pages = new Map([[0, '{{steps.open.page}}']]);
  let lastId = '';
  for (const act of settled(acts)) {
    if (act.type === 'opened') {
      pages.set(act.page, `{{steps.${lastId}.opened.0.page}}`);
      continue;
    }
    const page = act.type === 'page' ? pages.get(act.page) : '';
    if (page === undefined) continue;
    const id = free(nameOfAct(act), stepIds);
    stepIds.add(id);
    lastId = id;
    steps.push({ id, title: titleOf(act), ...stepOf(act, page, parameters) });
    const result = resultOf(act);
    if (result === null) continue;
    const key = free(act.type === 'click' ? 'file' : slug(result.named, result.field), outputs);
    outputs.add(key);
    output[key] = `{{steps.${id}.${result.field}}}`;
  }
  const sites = [...new Set(acts.map(({ url }) => new URL(url).origin))];
  return { id: slug(title, 'recorded').replaceAll('_', '-'), parameters, steps, sites, output };
}

type Settled =
  | Exclude<RecordedAct, { type: 'download' }>
  | (Extract<RecordedAct, { type: 'click' }> & { readonly downloads: true });

type Step = Exclude<Settled, { type: 'opened' }>;

// Of a field that was written several times in a row the last value counts; a click that brought a file is a download.
function settled(acts: readonly RecordedAct[]): readonly Settled[] {
  const kept: Settled[] = [];
  for (const act of acts) {
    const last = kept.at(-1);
    if (act.type === 'download') {
      if (last?.type === 'click') kept.splice(-1, 1, { ...last, downloads: true });
      continue;
    }
    const again =
      last !== undefined && 'target' in last && 'target' in act && isField(act) && last.type === act.type;
    if (again && last.target.selectors[0] === act.target.selectors[0]) kept.pop();
    kept.push(act);
  }
  return kept;
}

function isField({ type }: RecordedAct): boolean {
  return type === 'fill' || type === 'fill_secret' || type === 'choose';
}

/** What a step gives that a run should give back. */
function resultOf(act: Step): { readonly field: string; readonly named: string } | null {
  if (act.type === 'read_table') return { field: 'rows', named: act.target.name };
  if (act.type === 'read_text') return { field: 'text', named: '' };
  return 'downloads' in act ? { field: 'name', named: '' } : null;
}

function stepOf(act: Step, page: string, parameters: Record<string, Members>): Members {
  if (act.type === 'page') return { tool: 'select_page', args: { page }, buckets: ['read'] };
  if (act.type === 'open')
    return { tool: 'navigate', args: { url: act.url.replaceAll('{', '%7B') }, buckets: ['read'] };
  const selector = selectorOf(act.target);
  const acting = saysDelete(act.target.name) ? ['delete'] : ['write'];
  switch (act.type) {
    case 'click':
      return 'downloads' in act
        ? { tool: 'download', args: { selector }, buckets: ['admin'] }
        : { tool: 'click', args: { selector }, buckets: acting };
    case 'enter':
      return { tool: 'press_key', args: { selector, key: 'Enter' }, buckets: acting };
    case 'fill':
      return { tool: 'fill', args: { selector, value: fillValue(act, parameters) }, buckets: ['write'] };
    case 'fill_secret': {
      const value = parameter(act.target, { type: 'secret', required: true }, parameters);
      return { tool: 'fill', args: { selector, value }, buckets: ['write'] };
    }
    case 'choose':
      return {
        tool: 'select_option',
        args: { selector, values: choice(act, parameters) },
        buckets: ['write'],
      };
    case 'read_table':
      return { tool: 'extract_table', args: { selector }, buckets: ['read'] };
    case 'read_text':
      return { tool: 'get_text', args: { selector }, buckets: ['read'] };
  }
}

function fillValue(act: Extract<RecordedAct, { type: 'fill' }>, parameters: Record<string, Members>): Json {
  if (typeof act.value === 'boolean') return act.value;
  const type = { text: 'string', number: 'number', date: 'date', month: 'month', check: 'string' }[act.kind];
  const number =
    type === 'number' && act.value !== '' ? { default: Number(act.value) } : { default: act.value };
  return parameter(act.target, { type, ...(act.value === '' ? {} : number) }, parameters);
}

function choice(act: Extract<RecordedAct, { type: 'choose' }>, parameters: Record<string, Members>): Json {
  const [only] = act.labels;
  if (only === undefined || act.labels.length !== 1) return [...act.labels];
  const options = [...new Set(act.options)].filter((option) => option !== '' && option.length <= 200);
  const listed = options.length <= optionsMax && options.includes(only) ? { options } : {};
  return parameter(act.target, { type: 'string', ...listed, default: only }, parameters);
}

/** A reference to a parameter named after the field; one that says the same is used again. */
function parameter(target: RecordedTarget, spec: Members, parameters: Record<string, Members>): string {
  const title = target.name === '' ? 'Value' : short(target.name);
  const whole = { ...spec, title };
  const wanted = slug(target.name, spec['type'] === 'secret' ? 'password' : 'value');
  const same = Object.keys(parameters).find(
    (name) => name.startsWith(wanted) && JSON.stringify(parameters[name]) === JSON.stringify(whole),
  );
  const name = same ?? free(wanted, new Set(Object.keys(parameters)));
  parameters[name] = whole;
  return `{{parameters.${name}}}`;
}

function selectorOf({ selectors }: RecordedTarget): Json {
  const [only = ''] = selectors;
  return selectors.length === 1 ? only : [...selectors];
}

const verbs = {
  open: 'Open',
  click: 'Press',
  enter: 'Press Enter in',
  fill: 'Fill in',
  fill_secret: 'Fill in',
  choose: 'Choose',
  read_table: 'Read the table',
  read_text: 'Read',
} as const;

function titleOf(act: Step): string {
  if (act.type === 'page')
    return act.page === 0 ? 'Back to the first page' : 'Go on in the page that was opened';
  if (act.type === 'open') return `Open ${hostOf(act.url)}`;
  const verb = 'downloads' in act ? 'Download' : verbs[act.type];
  const name = act.target.name === '' ? act.target.role || act.target.tag : act.target.name;
  return short(name.toLowerCase().startsWith(verb.toLowerCase()) ? name : `${verb} ${name}`);
}

function nameOfAct(act: Step): string {
  if (act.type === 'page') return 'go_to_page';
  if (act.type === 'open') return 'open';
  const verb = 'downloads' in act ? 'download' : { ...verbs, fill_secret: 'fill' }[act.type];
  const [first = ''] = verb.split(' ');
  const name = act.target.name || act.target.role;
  return slug(name.toLowerCase().startsWith(first.toLowerCase()) ? name : `${first} ${name}`, act.type);
}

/** A name for references: lower-case letters, digits and "_". */
export function slug(text: string, otherwise: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '');
  return words.slice(0, idMax).replace(/_+$/, '') || otherwise;
}

function free(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let count = 2;
  while (taken.has(`${wanted}_${count}`)) count += 1;
  return `${wanted}_${count}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= titleMax ? line : `${line.slice(0, titleMax - 1)}…`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
