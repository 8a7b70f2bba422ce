// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the scripts that are tested stand as texts.
import { describe, expect, test } from 'vitest';
import { parseCode } from '../../../native-host/code/parse-code.ts';
import { meaningOf } from '../../../native-host/code/walk-tree.ts';
import { canonicalJson } from '../../../shared/canonical-json.ts';

/** The rules that reject a script; empty when it is accepted. */
function rulesOf(code: string): readonly string[] {
  const parsed = parseCode(code);
  return parsed.ok ? [] : parsed.problems.map(({ rule }) => rule);
}

function only(code: string) {
  const parsed = parseCode(code);
  if (parsed.ok) throw new Error(`accepted: ${code}`);
  const [first] = parsed.problems;
  if (first === undefined) throw new Error('rejected without a problem');
  return first;
}

const script = `
// Comments do not stay.
const table = await api.post('/extract_table', {   max_rows: 5 });
let count = 0; const names = [];
for (const row of table.rows) {
  if (row.Status === 'New' && !(count >= 5)) { await api.post("/click", { selector: \`role=link[name="\${row.Name}"]\` }); count++; }
  else if (count > 3) break;
  else names.push(row["Unit price"].trim());
}
try { await api.post("/wait", { text: 'x' }); } catch (error) { throw "no " + error.message }
switch (count) { case 1: count = 2; break; default: count -= 1; }
const big = names.filter((name) => name.length > 2).map(name => ({ name, y: -1, ...args }));
for (let i = 0; i < 3; i++) count += i;
while (count > 100) { count = (-count) ** 2 ; continue; }
return { names, n: count === 1 ? null : undefined, s: typeof count, t: (1).toFixed(2), "a b": [...big, 1] };
`;

test('what is printed is the same program, and printing it again changes nothing', () => {
  const parsed = parseCode(script);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { normalized, program } = parsed.code;
  expect(normalized).not.toContain('Comments');
  const again = parseCode(normalized);
  if (!again.ok) throw new Error(JSON.stringify(again.problems));
  expect(again.code.normalized).toBe(normalized);
  expect(canonicalJson(meaningOf(again.code.program))).toBe(canonicalJson(meaningOf(program)));
});

test('signs that a reader would not see are printed as escapes', () => {
  const parsed = parseCode('return "a\\u202Eb\\u200B\\u00A0`" + `x\\u2066\\${`;');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.code.normalized).toBe('return "a\\u202eb\\u200b\\u00a0`" + `x\\u2066\\${`;\n');
});

describe('each rejection names line and column, and a rewrite that is accepted', () => {
  test.each([
    ['api.get("/url").then((page) => page)', 'then', 'const page = await api.get("/url");'],
    ['let x = 1;\n  x == 1;', 'operator', 'let x = 1;\nx === 1;'],
    ['var x = 1;', 'var', 'const x = 1;'],
    ['function f() {}', 'FunctionDeclaration', '[1].map((item) => item);'],
    ['/a+/', 'regex', '"abc".matches("a*");'],
    ['const a = api; a', 'api-alias', 'await api.post("/click", { selector: "a" });'],
    ['await api.get("/u" + "rl")', 'api-path', 'await api.get("/url");'],
    ['await Promise.all([])', 'await-other', 'for (const one of []) { await api.get("/url"); }'],
    ['for await (const a of []) {}', 'for-await', 'for (const a of []) {}'],
    ['await api.get("/click")', 'api-path', 'await api.post("/click", { selector: "a" });'],
    ['const x = [1]; x[0]?.y', 'ChainExpression', 'const x = [1]; x[0] === undefined ? "" : x[0].y;'],
  ])('%s', (code, rule, rewrite) => {
    const problem = only(code);
    expect(problem.rule).toBe(rule);
    expect(problem.line).toBeGreaterThan(0);
    expect(problem.column).toBeGreaterThan(0);
    expect(problem.rewrite.length).toBeGreaterThan(6);
    expect(rulesOf(rewrite)).toEqual([]);
  });

  test('the place is where it stands', () => {
    expect(only('const a = 1;\n\n  const b = a == 2;')).toMatchObject({ line: 3, column: 13 });
  });
});

test.each([
  '[].constructor.constructor("x")()',
  '({}).__proto__',
  'const a = {}; a["constructor"]',
  'const a = {}; a["con" + "structor"]()',
  'const a = {}; a.\\u0063onstructor',
  'const { constructor: c } = {}; c',
  'const a = { "__proto__": 1 };',
  'const a = { ["x"]: 1 };',
])('a way to an object’s making is rejected: %s', (code) => {
  expect(rulesOf(code)).not.toEqual([]);
});

test.each([
  'const f = api.post; f("/x")',
  'const v = "post"; await api[v]("/click")',
  'const p = "x"; await api.post(`/browser/${p}`)',
  'api?.post("/click")',
  '(0, api.post)("/click")',
  'const { post } = api; post("/click")',
  'await \\u0061pi.get("/url")',
  '[api].map((a) => a.get("/url"))',
])('the api is called in place with a path that is written out, and in no other way: %s', (code) => {
  expect(rulesOf(code)).not.toEqual([]);
});

test.each(['({ get a() { return 1; } })', '({ toString() { return "x"; } })', 'new Proxy({}, {})'])(
  'an object that would run something is rejected: %s',
  (code) => {
    expect(rulesOf(code)).not.toEqual([]);
  },
);

test.each([
  ['api.post("/click", { selector: "a" });', 'api-await'],
  ['await Promise.all([api.get("/url")]);', 'await-other'],
  ['["a"].map((s) => api.post("/click", { selector: s }));', 'api-in-callback'],
  ['["a"].forEach(async (s) => { await api.post("/click", { selector: s }); });', 'api-in-callback'],
])('a call that is not awaited in its own statement gets the for…of rewrite, or await: %s', (code, rule) => {
  const problem = only(code);
  expect(problem.rule).toBe(rule);
  expect(problem.rewrite).toMatch(
    rule === 'api-await' || rule === 'await-other' ? /await api\./ : /for \(const item of/,
  );
});

test.each([
  'using x = 1;',
  'await using x = 1;',
  '@sealed class A {}',
  'class A { accessor x = 1 }',
  'import defer * as x from "y";',
  'const x = do { 1 };',
  'x |> y',
  'match (x) { 1: 2 }',
  'import("x")',
  'import.meta.url',
  'label: while (true) { break label; }',
  '#x in y',
  'let x = 1n;',
  'let x; x ??= 1;',
  'delete args.x;',
  'void 0;',
  'debugger;',
  'with (args) {}',
  'new.target',
  'yield 1',
  '"x" in args',
  'args instanceof Object',
  '`${1}`.raw`x`',
  'try {} finally {}',
  'do {} while (false)',
  'for (const k in args) {}',
])('syntax that the subset has not is rejected: %s', (code) => {
  expect(rulesOf(code)).not.toEqual([]);
});

test.each([
  ['<!-- x', 'text'],
  ['let x = 3; x --> 0;', 'text'],
  ['const a = "\u202e";', 'text'],
  ['const a = "e\u0301";', 'text'],
  ['\u2028return 1', 'text'],
  ['const \u00e9 = 1;', 'name-spelling'],
  ['', 'syntax'],
  [`return ${'['.repeat(70)}${']'.repeat(70)};`, 'nesting'],
  [`return [${'1,'.repeat(4_999)}];`, 'size'],
  [`${'x'.repeat(10_001)}`, 'size'],
  ['await api.get("/url");\n'.repeat(51), 'size'],
  [`return "${'x'.repeat(8_193)}";`, 'long-text'],
  ['return 1e999;', 'number'],
])('a text with two readings or too large is rejected: %j', (code, rule) => {
  expect(rulesOf(code)).toContain(rule);
});
