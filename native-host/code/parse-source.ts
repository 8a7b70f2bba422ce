import { type Program, parse } from 'acorn';
import { nestingMax, nodesMax, sourceCharactersMax } from './limits.ts';
import { type Problem, problemAt } from './problem.ts';
import { walk } from './walk-tree.ts';

export type Parsed =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Signs that are read in one way by people and in another by a parser. */
const misleading =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Text to tree: one text has one meaning, and is small enough to be looked through. */
export function parseSource(source: string, charactersMax: number = sourceCharactersMax): Parsed {
  const unfit = textProblem(source, charactersMax);
  if (unfit !== null) return { ok: false, problems: [unfit] };
  let program: Program;
  try {
    program = parse(source, {
      ecmaVersion: 2024,
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      locations: true,
    });
  } catch (error) {
    return { ok: false, problems: [syntaxProblem(error, source)] };
  }
  const oversize = sizeProblem(program);
  return oversize === null ? { ok: true, program } : { ok: false, problems: [oversize] };
}

function textProblem(source: string, charactersMax: number): Problem | null {
  const whole = (rule: string, message: string, rewrite: string): Problem =>
    problemAt(null, rule, message, rewrite);
  if (source.length > charactersMax) {
    const message = `The script has ${source.length} characters; ${charactersMax} are allowed.`;
    return whole('size', message, 'Do a part of the work in this script and the rest in another one.');
  }
  if (source.trim() === '') return whole('syntax', 'The script is empty.', 'Write at least one statement.');
  const sign = misleading.exec(source) ?? loneSurrogate.exec(source);
  if (sign !== null) {
    const code = source.charCodeAt(sign.index).toString(16).toUpperCase().padStart(4, '0');
    const message = `There is an invisible or misleading sign (U+${code}).`;
    return placed(source, sign.index, 'text', message, `Remove it, or write it in a text as "\\u${code}".`);
  }
  if (source.normalize('NFC') !== source) {
    return whole('text', 'The script is not in normal form (NFC).', 'Write accented letters as one sign.');
  }
  const comment = /<!--|-->/.exec(source);
  if (comment === null) return null;
  const message = `"${comment[0]}" is a comment in some readings of JavaScript and none in others.`;
  return placed(
    source,
    comment.index,
    'text',
    message,
    'Leave it out; in conditions put spaces between signs.',
  );
}

function placed(source: string, index: number, rule: string, message: string, rewrite: string): Problem {
  const before = source.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, rule, message, rewrite };
}

function syntaxProblem(error: unknown, source: string): Problem {
  const position = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
  const said = error instanceof Error ? error.message.replace(/\s*\(\d+:\d+\)$/, '') : 'it cannot be parsed';
  if (/keyword 'await'/.test(said)) {
    const message = '"await" stands inside a function, and api calls do not.';
    const rewrite =
      'Use a loop: for (const item of list) { await api.post("/click", { selector: item.ref }); }';
    return placed(source, position, 'api-in-callback', message, rewrite);
  }
  const rewrite = 'Write plain statements in the allowed subset of JavaScript.';
  return placed(source, position, 'syntax', `It is no valid JavaScript: ${said}.`, rewrite);
}

function sizeProblem(program: Program): Problem | null {
  let nodes = 0;
  let deepest = 0;
  walk(program, (_node, depth) => {
    nodes += 1;
    deepest = Math.max(deepest, depth);
  });
  if (nodes > nodesMax) {
    const message = `The script has ${nodes} parts; ${nodesMax} are allowed.`;
    return problemAt(null, 'size', message, 'Put repeated statements into a loop over a list.');
  }
  if (deepest <= nestingMax) return null;
  const message = `Something is nested ${deepest} deep; ${nestingMax} is allowed.`;
  return problemAt(null, 'nesting', message, 'Give parts of it names with const, one after the other.');
}
