import { failed, fault, ok, type Result } from './faults.ts';
import { collapse, type TextMatch } from './plain-text.ts';

// A selector is a chain of parts joined by ` >> `; each part searches inside what the part before found,
// through open and closed shadow roots. `>>>` joins parts too, as some write it for shadow roots. A part
// that finds a frame element and is followed by another part leads into that frame.

export type RoleStates = {
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly selected?: boolean;
  readonly pressed?: boolean;
  readonly level?: number;
};

export type SelectorPart =
  | { readonly kind: 'css'; readonly css: string }
  | { readonly kind: 'ref'; readonly frame: number | null; readonly number: number }
  | {
      readonly kind: 'role';
      readonly role: string;
      readonly name: TextMatch | null;
      readonly states: RoleStates;
    }
  | { readonly kind: 'text' | 'label' | 'placeholder'; readonly match: TextMatch }
  | { readonly kind: 'testid'; readonly id: string }
  | { readonly kind: 'xpath'; readonly expression: string }
  | { readonly kind: 'nth'; readonly index: number }
  /** What the parts before it found is a frame; the parts after it search in there. */
  | { readonly kind: 'enter' };

const partsMax = 20;
const grammar =
  'Use CSS, ref=e12, role=button[name="Save"], text=…, label=…, placeholder=…, testid=…, xpath=… ' +
  'or nth=0, ' +
  'joined by " >> "; frame=… leads into a frame.';

class PartError extends Error {}

/**
 * Takes a selector apart. A selector that does not parse is `bad-arguments`, and the fault names the part.
 */
export function parseSelector(text: string): Result<readonly SelectorPart[]> {
  try {
    const parts = splitChain(text.trim()).flatMap(parsePart);
    if (parts.length > partsMax) throw new PartError(`it has more than ${partsMax} parts`);
    if (parts[0]?.kind === 'nth') throw new PartError('"nth=" has nothing before it to choose from');
    const last = parts.at(-1);
    return ok(last?.kind === 'enter' ? parts.slice(0, -1) : parts);
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    return failed(
      fault(
        'bad-arguments',
        `The selector ${JSON.stringify(text)} cannot be read: ${error.message}.`,
        grammar,
      ),
    );
  }
}

/**
 * Cuts at ` >> ` and `>>>` outside quotes and brackets; in a plain text only white space before and after
 * counts.
 */
function splitChain(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let scan = scanFrom(text, 0);
  while (scan.cut !== null) {
    parts.push(text.slice(start, scan.cut.at).trim());
    start = scan.cut.next;
    scan = scanFrom(text, start);
  }
  parts.push(text.slice(start).trim());
  if (parts.some((part) => part === '')) throw new PartError('a part of it is empty');
  return parts;
}

type Scan = { readonly cut: { readonly at: number; readonly next: number } | null };
const plainText = /^\s*(?:frame=)?(?:text|label|placeholder|testid)=/;

function scanFrom(text: string, from: number): Scan {
  const prefix = plainText.exec(text.slice(from))?.[0] ?? '';
  const value = from + prefix.length;
  const literal = prefix !== '' && !/^\s*["']/.test(text.slice(value));
  let quote = '';
  let depth = 0;
  for (let at = value; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (!literal && (character === '"' || character === "'")) quote = character;
    else if (!literal && '[('.includes(character)) depth++;
    else if (!literal && '])'.includes(character)) depth--;
    else if (depth === 0 && character === '>') {
      const joint = /^(?:>>>\s*|>>\s+)/.exec(text.slice(at))?.[0];
      const spaced = joint?.startsWith('>>>') === true || /\s/.test(text.charAt(at - 1));
      if (joint !== undefined && spaced) return { cut: { at, next: at + joint.length } };
    }
  }
  if (quote !== '')
    throw new PartError(`a quotation mark in ${JSON.stringify(text.slice(from))} is not closed`);
  return { cut: null };
}

function parsePart(part: string): readonly SelectorPart[] {
  const bare = /^(?:f(\d{1,10}))?e(\d{1,9})$/.exec(part);
  if (bare !== null) return [refPart(part, bare)];
  if (part.startsWith('//') || part.startsWith('(//')) return [{ kind: 'xpath', expression: part }];
  const engine = /^([a-z]+)=/.exec(part);
  const name = engine?.[1] ?? '';
  const value = part.slice(name.length + 1).trim();
  if (engine !== null && value === '') throw new PartError(`"${name}=" has nothing after it`);
  switch (name) {
    case '':
      return [{ kind: 'css', css: part }];
    case 'css':
      return [{ kind: 'css', css: value }];
    case 'ref':
      return [refPart(value, /^(?:f(\d{1,10}))?e(\d{1,9})$/.exec(value))];
    case 'role':
      return [parseRole(value)];
    case 'text':
    case 'label':
    case 'placeholder':
      return [{ kind: name, match: textMatch(value) }];
    case 'testid':
      return [{ kind: 'testid', id: unquote(value) }];
    case 'xpath':
      return [{ kind: 'xpath', expression: value }];
    case 'nth':
      if (!/^-?\d{1,6}$/.test(value)) throw new PartError(`"nth=${value}" needs a whole number`);
      return [{ kind: 'nth', index: Number(value) }];
    case 'frame':
      return [...parsePart(value), { kind: 'enter' }];
    default:
      throw new PartError(`"${name}=" is not a way of selecting`);
  }
}

function refPart(text: string, match: RegExpExecArray | null): SelectorPart {
  if (match === null) throw new PartError(`"${text}" is not a ref; refs look like e12 or f3e12`);
  return { kind: 'ref', frame: match[1] === undefined ? null : Number(match[1]), number: Number(match[2]) };
}

const quoted = /^"((?:[^"\\]|\\.)*)"$|^'((?:[^'\\]|\\.)*)'$/s;

function unquote(value: string): string {
  const match = quoted.exec(value);
  return match === null ? value : (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, '$1');
}

function textMatch(value: string): TextMatch {
  const text = collapse(unquote(value));
  if (text === '') throw new PartError('the text to look for is empty');
  return { text, exact: quoted.test(value) };
}

const roleAttribute = /^\[\s*([a-z-]+)\s*(?:(\*?=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\]]*?))?\s*\]/s;
const stateNames = ['checked', 'disabled', 'expanded', 'selected', 'pressed'] as const;

function parseRole(value: string): SelectorPart {
  const role = /^[a-z-]+/i.exec(value)?.[0]?.toLowerCase() ?? '';
  if (role === '') throw new PartError(`"role=${value}" names no role`);
  let rest = value.slice(role.length).trim();
  let name: TextMatch | null = null;
  let states: RoleStates = {};
  while (rest !== '') {
    const match = roleAttribute.exec(rest);
    if (match === null) throw new PartError(`"${rest}" after role=${role} is not like [name="Save"]`);
    const key = match[1] ?? '';
    const given = unquote((match[3] ?? 'true').trim());
    if (key === 'name') name = { text: collapse(given), exact: match[2] !== '*=' };
    else states = { ...states, ...roleState(key, given) };
    rest = rest.slice(match[0].length).trim();
  }
  return { kind: 'role', role, name, states };
}

function roleState(key: string, given: string): RoleStates {
  if (key === 'level' && /^[1-9]$/.test(given)) return { level: Number(given) };
  const state = stateNames.find((known) => known === key || `aria-${known}` === key);
  if (state !== undefined && (given === 'true' || given === 'false')) return { [state]: given === 'true' };
  throw new PartError(`[${key}=${given}] is not known; use name, ${stateNames.join(', ')} or level`);
}
