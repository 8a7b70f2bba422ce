// Where JSON values stand in a text that holds more than one of them, or other words besides.

export type Span = { readonly text: string; readonly whole: boolean };

const spansMax = 50;

/**
 * The outermost `{…}` and `[…]` of a text, in their order. Braces in strings do not count. A value that the text ends in the
 * middle of is told as not whole, and is the last.
 */
export function jsonSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length && spans.length < spansMax; ) {
    const start = text.slice(at).search(/[{[]/);
    if (start === -1) break;
    const end = endOf(text, at + start);
    spans.push({ text: text.slice(at + start, end ?? text.length), whole: end !== null });
    if (end === null) break;
    at = end;
  }
  return spans;
}

/** One past the bracket that closes the one at `start`; null when none does. */
function endOf(text: string, start: number): number | null {
  const open: string[] = [];
  let quote: string | null = null;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === undefined) break;
    if (quote !== null) {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = null;
    } else if (sign === '"' || (sign === "'" && opensString(text, at))) {
      quote = sign;
    } else if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? '}' : ']');
    } else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) return null;
      if (open.length === 0) return at + 1;
    }
  }
  return null;
}

/** A single quote begins a string only where a value or a key may begin; elsewhere it is an apostrophe. */
function opensString(text: string, at: number): boolean {
  return /[{[,:]\s*$/.test(text.slice(Math.max(0, at - 20), at));
}
