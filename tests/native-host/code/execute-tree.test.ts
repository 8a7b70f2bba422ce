// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the scripts that are tested stand as texts.
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { executeTree } from '../../../native-host/code/execute-tree.ts';
import { type RunLimits, runLimits } from '../../../native-host/code/limits.ts';
import { parseCode } from '../../../native-host/code/parse-code.ts';
import type { CallAnswered, CallAsked } from '../../../native-host/code/runner-messages.ts';

const page = 'https://shop.example';

type Answer = (asked: CallAsked) => Partial<CallAnswered>;

async function run(
  code: string,
  args: unknown = {},
  answer: Answer = () => ({}),
  limits: RunLimits = runLimits,
) {
  const parsed = parseCode(code);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const asked: CallAsked[] = [];
  const ended = await executeTree({
    program: parsed.code.program,
    args,
    limits,
    now: () => performance.now(),
    call: async (one) => {
      asked.push(one);
      return {
        type: 'answer',
        value: { url: page },
        sources: [page],
        waitedMs: 0,
        ...answer(one),
      } as CallAnswered;
    },
  });
  return { ended, asked, sources: asked.map(({ sources }) => sources.length) };
}

async function value(code: string, args?: unknown) {
  const { ended } = await run(code, args);
  if (ended.type !== 'done') throw new Error(JSON.stringify(ended));
  return ended.value;
}

describe('the language does what JavaScript does', () => {
  test.each([
    ['return 1 + 2 * 3 ** 2 % 5;', 1 + ((2 * 3 ** 2) % 5)],
    ['return "a" + 1 + null + undefined + true;', 'a1nullundefinedtrue'],
    ['return `x${1.5}${"y"}`;', 'x1.5y'],
    [
      'let n = 0; for (let i = 0; i < 5; i++) { if (i === 1) continue; if (i === 4) break; n += i; } return n;',
      5,
    ],
    ['return [3, 1, 2].sort((a, b) => a - b).map((n) => n * 2).filter((n) => n > 2).join("-");', '4-6'],
    ['return ["b", undefined, "a"].sort();', ['a', 'b', null]],
    ['return [1, [2, 3]].flat().reduce((sum, n) => sum + n, 0);', 6],
    ['const a = [1]; const b = a; b.push(2); return [a.length, a === b, [1] === [1]];', [2, true, false]],
    [
      'const o = { b: 1, a: 2 }; o.c = 3; return [Object.keys(o), JSON.stringify(o)];',
      [['b', 'a', 'c'], '{"b":1,"a":2,"c":3}'],
    ],
    ['return JSON.parse("{\\"a\\":[1,null]}").a;', [1, null]],
    ['try { throw "x"; } catch (error) { return error; }', 'x'],
    ['try { const n = null; return n.x; } catch (error) { return typeof error; }', 'string'],
    ['switch (2) { case 1: return "a"; case 2: case 3: { return "b"; } default: return "c"; }', 'b'],
    ['let s = ""; for (const c of "a,b".split(",")) s += c; return s.toUpperCase().padEnd(4, ".");', 'AB..'],
    ['return [NaN].includes(NaN);', true],
    ['return [NaN].indexOf(NaN);', -1],
    ['return ["INV-12".matches("INV-*"), "abc".matches("a*d")];', [true, false]],
    ['return args.list.find((x) => x.n === 2).s;', 'b'],
    ['let x = 5; const before = x++; return [before, x, --x];', [5, 6, 5]],
    [
      'return [parseInt("12px"), Number(""), Math.max(1, 3), Date.parse("2026-01-02")];',
      [12, 0, 3, 1_767_312_000_000],
    ],
    ['const o = { toString: 1, valueOf: 2, then: 3 }; return [o.toString, o.then];', [1, 3]],
  ])('%s', async (code, expected) => {
    expect(
      await value(code, {
        list: [
          { n: 1, s: 'a' },
          { n: 2, s: 'b' },
        ],
      }),
    ).toEqual(expected);
  });
});

test('a call gives its result, and a failed one can be caught', async () => {
  const { ended } = await run(
    'try { await api.post("/click", { selector: "a" }); } catch (error) { return [error.code, error.message]; }',
    {},
    () => ({ type: 'failed', fault: { code: 'not-found', message: 'No.', hint: 'Look.' }, sources: [page] }),
  );
  expect(ended).toMatchObject({ type: 'done', value: ['not-found', 'No.'], sources: [page] });
});

describe('what was read from a page carries its origin', () => {
  const read = 'const t = await api.post("/get_text");\n';
  test.each([
    ['into an argument', `${read}await api.post("/click", { selector: t.url });`, [0, 1]],
    [
      'through texts, lists and methods',
      `${read}const l = [{ a: "x " + t.url }]; await api.post("/click", { selector: l.map((x) => x.a.trim()).join("") });`,
      [0, 1],
    ],
    [
      'through a branch that was taken',
      `${read}let s = "a"; if (t.url !== "x") s = "b"; await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'through a branch that was not taken',
      `${read}let s = "a"; if (t.url === "x") s = "b"; await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'through a change of an object that did not happen',
      `${read}const o = { s: "a" }; const p = o; if (t.url === "x") p.s = "b"; await api.post("/click", { selector: o.s });`,
      [0, 1],
    ],
    [
      'through a switch, whichever case it took',
      `${read}let s = "a"; switch (t.url) { case "x": s = "b"; break; } await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'into a call under a condition',
      `${read}if (t.url !== "x") await api.post("/click", { selector: "a" });`,
      [0, 1],
    ],
    [
      'into all calls after a return that could have come',
      `${read}if (t.url === "x") return 1; await api.post("/click", { selector: "a" });`,
      [0, 1],
    ],
    [
      'through the number of rounds of a loop',
      `${read}let n = 0; while (n < t.url.length) n += 1; await api.post("/click", { selector: "a" + n });`,
      [0, 1],
    ],
    [
      'through an early end of a loop',
      `${read}let s = "a"; for (let i = 0; i < 2; i++) { if (t.url !== "x") break; s = "b"; } await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'through a callback',
      `${read}let s = "a"; ["q"].forEach((q) => { if (q === t.url) s = "b"; }); await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'through ?: and &&',
      `${read}const s = t.url === "x" ? "a" : "b"; const l = []; t.url === "x" && l.push("c"); await api.post("/click", { selector: s }); await api.post("/click", { selector: "n" + l.length });`,
      [0, 1, 1],
    ],
    [
      'through whether a call failed',
      `let s = "a"; try { await api.post("/hover", { selector: "x" }); s = "b"; } catch (error) { s = "c"; } await api.post("/click", { selector: s });`,
      [0, 1],
    ],
    [
      'through a mistake in try',
      `${read}let s = "a"; try { t.url.x.y; s = "b"; } catch (error) { s = "c"; } await api.post("/click", { selector: s });`,
      [0, 1],
    ],
  ])('%s', async (_name, code, expected) => {
    expect((await run(code)).sources).toEqual(expected);
  });

  test.each([
    ['of what was there before', `const s = "a"; ${read}await api.post("/click", { selector: s });`, [0, 0]],
    ['of what was given', `${read}await api.post("/click", { selector: args.s });`, [0, 0]],
    [
      'after a branch that is over',
      `${read}let n = 0; if (t.url !== "x") n = 1; await api.post("/click", { selector: "a" });`,
      [0, 0],
    ],
    [
      'after a loop that is over',
      `${read}const l = []; for (const c of t.url.split("")) l.push(c); await api.post("/click", { selector: "a" });`,
      [0, 0],
    ],
    [
      'after a switch that is over',
      `${read}let n = 0; switch (t.url) { case "x": n = 1; break; default: n = 2; } await api.post("/click", { selector: "a" });`,
      [0, 0],
    ],
    ['of the time', 'const t = await api.get("/time"); await api.post("/click", { selector: "a" });', [0, 0]],
  ])('and nothing else does: %s', async (_name, code, expected) => {
    expect((await run(code, { s: 'b' })).sources).toEqual(expected);
  });
});

test('a script is stopped by fuel, memory, calls and time, and cannot catch it', async () => {
  const small: RunLimits = { fuel: 20_000, bytes: 200_000, wallMs: 60_000, calls: 3 };
  const caught = (body: string) => `try { ${body} } catch (error) { return "caught"; }`;
  const stop = async (body: string, limits: RunLimits) =>
    (await run(caught(body), {}, undefined, limits)).ended;
  expect(await stop('while (true) {}', small)).toMatchObject({ type: 'stopped', reason: 'fuel' });
  expect(await stop('let s = "ab"; while (true) { s = s + s; }', small)).toMatchObject({ reason: 'memory' });
  expect(await stop('while (true) { await api.get("/url"); }', small)).toMatchObject({ reason: 'calls' });
  expect(await stop('while (true) {}', { ...small, fuel: 1e9, wallMs: 20 })).toMatchObject({
    reason: 'time',
  });
});

test('text that is thrown away does not count for ever', async () => {
  const code =
    'let s = ""; for (let i = 0; i < 2000; i++) { s += "a line of some text that goes on\\n"; } return s.length;';
  expect(await run(code)).toMatchObject({ ended: { type: 'done', value: 66_000 } });
});

test.each([
  'const f = [].map; return f;',
  'return [].constructor;',
  'return [].constructor.constructor("return process")();',
  'return args["__proto__"];',
  'return (() => 1)();',
  'return `${function () {}}`;',
  'return new Date();',
  'return eval("1");',
  'return api;',
  'return this;',
  'const { a } = args; return a;',
  'class A {}',
  'return import("node:fs");',
  'return [1].map(String);',
  'const g = async () => { await api.get("/url"); }; g();',
  '["a"].map(async () => { await api.get("/url"); });',
])('without the checker the interpreter has nothing to give: %s', async (code) => {
  const program = parse(code, {
    ecmaVersion: 2024,
    sourceType: 'module',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  });
  const ended = await executeTree({
    program,
    args: {},
    limits: runLimits,
    now: () => performance.now(),
    call: () => Promise.reject(new Error('a call was made')),
  });
  expect(ended.type === 'stopped' || (ended.type === 'done' && ended.value === null)).toBe(true);
});

test('what was read on a page marks the value that it came as, by either name, and no other', async () => {
  const parsed = parseCode(
    "await api.post('/click', { selector: inputs.own }); await api.post('/click', { selector: args.read.text });",
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const asked: CallAsked[] = [];
  await executeTree({
    program: parsed.code.program,
    args: { own: 'a', read: { text: 'b' } },
    sources: { read: [page] },
    limits: runLimits,
    now: () => performance.now(),
    call: async (one) => {
      asked.push(one);
      return { type: 'answer', value: {}, sources: [], waitedMs: 0 };
    },
  });
  expect(asked.map(({ args, sources }) => [args['selector'], sources])).toEqual([
    ['a', []],
    ['b', [page]],
  ]);
});

test('a script may use the name inputs for a value of its own', async () => {
  const { ended } = await run('const inputs = 3; return [inputs, args.n];', { n: 4 });
  expect(ended).toMatchObject({ type: 'done', value: [3, 4] });
});
