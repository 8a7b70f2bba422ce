// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the pieces stand as texts.
import type { Seeded } from '../seeded.ts';

// Scripts taken apart into tokens and put together wrongly: pieces of JavaScript that the subset has, next to pieces that it
// has not.

const sound = `
const table = await api.post("/extract_table", { max_rows: 5 });
let count = 0;
const names = [];
for (const row of table.rows) {
  if (row.Status === "New" && !(count >= 5)) {
    await api.post("/click", { selector: \`role=link[name="\${row.Name}"]\` });
    count++;
  } else if (count > 3) break;
  else names.push(row["Unit price"].trim());
}
try { await api.post("/wait", { text: "x" }); } catch (error) { throw "no " + error.message; }
switch (count) { case 1: count = 2; break; default: count -= 1; }
const big = names.filter((name) => name.length > 2).map((name) => ({ name, y: -1, ...args }));
for (let i = 0; i < 3; i++) count += i;
while (count > 100) { count = (-count) ** 2; continue; }
return { names, n: count === 1 ? null : undefined, s: typeof count, list: [...big, 1.5] };
`;

const strange = [
  'function',
  'function*',
  'async',
  'class A {}',
  'new',
  'this',
  'super',
  'import("x")',
  'import.meta',
  'eval("1")',
  'globalThis',
  'constructor',
  '__proto__',
  'prototype',
  '?.',
  '??=',
  '==',
  'in',
  'instanceof',
  'delete',
  'void',
  'yield',
  'var',
  'using',
  'do',
  'finally {}',
  'for await',
  'label:',
  '/a+/g',
  '10n',
  '`a${1}`',
  'get x() { return 1; }',
  '[x]:',
  '(() => 1)()',
  '.then((x) => x)',
  'api',
  'api.get',
  'Promise.all([])',
  'Reflect',
  'Symbol.iterator',
  '...',
  ',',
  '@',
  '#x',
  'debugger',
  'with (a) {}',
  'new.target',
  '\\u0061',
  '/* x */',
  '// x\n',
] as const;

const token =
  /\s+|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[=!<>]==?|=>|&&|\|\||\*\*|\+\+|[-+*]=|\.\.\.|[\s\S]/g;
const tokens: readonly string[] = sound.match(token) ?? [];

/** What may stand where a token of the sound script stands, so that the parser still takes it. */
const likes: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:===|!==|&&|\|\||[<>]=?|\*\*|[-+])$/,
    ['==', '!=', ' in ', ' instanceof ', '|', '&', '>>>', ',', '??'],
  ],
  [/^(?:=|[-+]=)$/, ['??=', '||=', '<<=', '|=']],
  [/^(?:!|-)$/, ['void ', 'delete ', '~', 'await ']],
  [/^\.$/, ['?.', '.constructor.', '.__proto__.']],
  [/^const$|^let$/, ['var', 'using', 'await using']],
  [/^for$/, ['for await']],
  [/^await$/, ['', 'void', 'await await']],
  [/^=>$/, ['=> async () =>', '=> await']],
  [/^of$/, ['in']],
  [/^"|^`/, ['/a+/', '10n', 'import.meta', '`a`', 'this', 'new.target']],
  [/^(?:\d)/, ['10n', '/a/', 'this', 'api', 'eval', '1e999']],
  [
    /^[A-Za-z_$]/,
    ['constructor', '__proto__', 'eval', 'api', 'arguments', 'globalThis', 'this', 'async', 'Promise'],
  ],
];

function alike(token: string, chance: Seeded): string {
  const [, others] = likes.find(([kind]) => kind.test(token)) ?? [];
  return others === undefined ? token : (others[chance.below(others.length)] ?? token);
}

/** The sound script after one to six random changes of its tokens. */
export function damagedScript(chance: Seeded): string {
  const parts = [...tokens];
  const changes = 1 + chance.below(chance.pick([1, 1, 2, 6]));
  for (let change = 0; change < changes; change += 1) {
    const at = chance.below(parts.length);
    const kind = chance.below(12);
    if (kind === 0) parts.splice(at, 1 + chance.below(4));
    else if (kind === 1) parts.splice(at, 0, chance.pick(strange));
    else if (kind === 2) parts.splice(at, 1, chance.pick(strange));
    else if (kind === 3)
      parts.splice(at, 0, ...parts.slice(chance.below(parts.length)).slice(0, 1 + chance.below(12)));
    else if (kind === 4) parts[at] = parts[chance.below(parts.length)] ?? '';
    else if (kind > 5) parts[at] = alike(parts[at] ?? '', chance);
    else parts.splice(at, 0, ' ', parts[chance.below(parts.length)] ?? '', ' ');
  }
  return parts.join('');
}
