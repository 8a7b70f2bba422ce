import { type Fault, failed, fault, ok, type Result } from '../faults.ts';
import { jsonDepthMax } from '../limits.ts';

// JSON as it is accepted from another process. JSON.parse alone keeps the last of two equal keys, makes `__proto__` an
// own key, takes any depth and lone surrogates, and a lenient decoder turns broken UTF-8 into U+FFFD: two readers of the
// same bytes could then disagree about what was said. Here such bytes are refused as a whole.
//
// `constructor` and `prototype` stay allowed: a table of a page may well have a column of that name, and as own
// properties of plain data they change nothing.

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Parses strictly; a refusal is a `bad-arguments` fault that says what is wrong and never repeats the data. */
export function parseJson(bytes: Uint8Array, depthMax: number = jsonDepthMax): Result<unknown> {
  let text: string;
  try {
    // A byte order mark is kept, so that JSON.parse refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refused('it is not valid UTF-8');
  }
  // Before JSON.parse, so that deep nesting never becomes objects.
  const flaw = structureFlaw(text, depthMax);
  if (flaw !== null) return refused(flaw);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is not valid JSON');
  }
  if (surrogateEscape.test(text) && !isWellFormed(value)) return refused('a text in it has half a character');
  return ok(value);
}

/**
 * JSON text of a value that the other side will take. A page can hold half a surrogate pair, which `parseJson` refuses;
 * here it becomes U+FFFD. `value` must be something that JSON can hold.
 */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A value that JSON cannot hold was sent.');
  // JSON.stringify writes only lone surrogates as escapes, so most texts are done here.
  return surrogateEscape.test(text) ? JSON.stringify(madeWellFormed(JSON.parse(text))) : text;
}

function refused(flaw: string): { readonly ok: false; readonly fault: Fault } {
  const message = `A message from the other side was refused: ${flaw}.`;
  return failed(fault('bad-arguments', message, 'Update the extension and the host to the same version.'));
}

/** One pass over text that may not even be JSON; what it overlooks in broken text, JSON.parse refuses afterwards. */
function structureFlaw(text: string, depthMax: number): string | null {
  const scopes: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBrace || code === openBracket) {
      if (scopes.length >= depthMax) return `it is nested more than ${depthMax} levels deep`;
      scopes.push(code === openBrace ? new Set() : null);
    } else if (code === closeBrace || code === closeBracket) {
      scopes.pop();
    } else if (code === quote) {
      const end = stringEnd(text, at);
      if (end === -1) return null;
      const keys = scopes.at(-1) ?? null;
      if (keys !== null && isKey(text, end)) {
        const key = keyText(text.slice(at, end + 1));
        if (key === '__proto__') return 'it has a key that is not allowed (__proto__)';
        if (keys.has(key)) return 'an object in it has the same key twice';
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** Position of the closing quote of the string that opens at `start`, or -1. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) next++;
  return text.charCodeAt(next) === colon;
}

function keyText(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

function madeWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(madeWellFormed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key.toWellFormed(), madeWellFormed(member)]);
  return Object.fromEntries(members);
}
