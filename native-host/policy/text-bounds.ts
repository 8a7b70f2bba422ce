// Cedar's parser and evaluator recurse, and a text that makes them recurse too deeply breaks the whole instance for
// good: 200 nested brackets do, and so does one expression with 1,600 chained operators. So a text is measured by this
// scanner, which does not recurse, before Cedar sees it.

/** Bytes of one rule file; an organisation with more rules splits them. */
export const cedarBytesMax = 65_536;
/** Brackets, prefix operators and `if`s that are open at one place. */
export const nestingMax = 32;
/** Operators, members and calls in one policy. */
export const operatorsMax = 256;

export type BoundsProblem = { readonly line: number; readonly message: string };

const tokens = /\/\/[^\n]*|"(?:[^"\\]|\\[\s\S])*"|\s+|\|\||&&|[A-Za-z_0-9]+|[\s\S]/g;

/** Null when the text is within bounds; else what is wrong and in which line. */
export function textBoundsProblem(text: string): BoundsProblem | null {
  const bytes = Buffer.byteLength(text);
  if (bytes > cedarBytesMax) {
    return { line: 1, message: `The file has ${bytes} bytes; at most ${cedarBytesMax} are read.` };
  }
  let [line, depth, prefixes, conditions, operators] = [1, 0, 0, 0, 0];
  for (const [token] of text.matchAll(tokens)) {
    line += token.split('\n').length - 1;
    if (/^\s|^\/\//.test(token)) continue;
    // A policy ends at its semicolon; nothing that was open before is open after it.
    if (token === ';') [depth, prefixes, conditions, operators] = [0, 0, 0, 0];
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    // `!!x` and `--x` nest as brackets do; every `else if` is nested in the one before.
    prefixes = token === '!' || token === '-' ? prefixes + 1 : 0;
    if (token === 'if') conditions += 1;
    if (/^(?:\|\||&&|[-+*.[])$/.test(token)) operators += 1;
    if (depth + prefixes + conditions > nestingMax) {
      return { line, message: `An expression nests more than ${nestingMax} levels deep.` };
    }
    if (operators > operatorsMax) {
      return { line, message: `A policy has more than ${operatorsMax} operators; split it in two.` };
    }
  }
  return null;
}
