import { expect, test } from 'vitest';
import { faultOf, valueIn } from '../shipped.ts';
import { compiled, fields, head } from './place.ts';

const wrong = (text: string): string => faultOf(compiled(text)).message;
const field = (words: string): string => `${head}extraction:\n  a: ${words}\n`;

test('a plan with a field of every source is sound', () => {
  expect(valueIn(compiled(head + fields)).template.extraction).toHaveProperty('discount');
});

test.each([
  ['{ source: dom_local, from: "{{steps.nowhere.text}}" }', 'no step before this one has the id "nowhere"'],
  ['{ source: dom_local, from: "{{steps.found.colour}}" }', 'the step "found" gives no "colour"'],
  ['{ source: dom_local, from: "total {{steps.found.caption}}" }', 'must be one reference'],
  ['{ source: dom_local, from: "{{steps.shot.image}}" }', 'a picture is no value read here'],
  ['{ source: screenshot_cloud, screenshot: "{{steps.found}}" }', '"found" is no step that takes a picture'],
  ['{ source: screenshot_cloud, screenshot: "{{steps.shot.image}}" }', 'must name a step as a whole'],
  ['{ source: screenshot_cloud }', 'of source screenshot_cloud needs "screenshot"'],
  ['{ source: both, from: "{{steps.found.caption}}" }', 'of source both needs "screenshot"'],
  ['{ source: derived_cloud, formula: "1 +" }', 'cannot be computed: "the end" is not expected there'],
  ['{ source: derived_cloud, formula: b * 2 }', 'there is no field "b"'],
  ['{ source: derived_cloud, formula: a * 2 }', 'there is no field "a"'],
])('%s is refused, with its line', (words, message) => {
  const said = wrong(field(words));
  expect(said).toContain(message);
  expect(said).toMatch(/test\.yaml, line \d+, column \d+, extraction\.a/);
});

test('what is derived may use what was derived before it, and not what comes after', () => {
  const derived = (formula: string): string => `{ source: derived_cloud, formula: "${formula}" }`;
  expect(wrong(`${field(derived('b'))}  b: ${derived('1')}\n`)).toContain('"b" is derived after it');
  expect(compiled(`${field(derived('1'))}  b: ${derived('a')}\n`).ok).toBe(true);
});

test('a step that stores or gives out what the plan does not name is refused by line', () => {
  const store =
    '  - { id: store, title: S, tool: upload_artifact, args: { from: "/a" }, buckets: [admin] }\n';
  expect(wrong(head + store + fields)).toMatch(
    /line 9, column \d+, steps\[2\]\.tool: stores a file for others that the extraction plan does not name/,
  );
  const named = `${fields}  file: { source: dom_local, from: "{{steps.store.key}}" }\n`;
  expect(compiled(head + store + named).ok).toBe(true);
  const out = '  - { id: look, title: L, tool: get_text, buckets: [read], output: all }\n';
  expect(wrong(head + out + fields)).toContain('gives out the whole result of "look"');
});

test('a picture does not leave through the output, and no field is given twice', () => {
  expect(wrong(`${head}${fields}output: { all: "{{steps.shot.image}}" }\n`)).toContain(
    'is a picture; it leaves only',
  );
  expect(wrong(`${head}${fields}output: { all: "{{steps.shot}}" }\n`)).toContain(
    'is a picture; it leaves only',
  );
  expect(wrong(`${head}${fields}output: { rows: 1 }\n`)).toContain(
    'is a field of the extraction plan already',
  );
  expect(compiled(`${head}${fields}output: { masked: "{{steps.shot.masked}}" }\n`).ok).toBe(true);
});

test('a picture in a loop is refused: it is taken once a run', () => {
  const loop =
    '  - { id: all, title: A, for_each: { max: 2 }, steps: [{ id: shot2, title: S, tool: screenshot, buckets: [read] }] }\n';
  const said = wrong(
    `${head}${loop}extraction: { a: { source: screenshot_cloud, screenshot: "{{steps.shot2}}" } }\n`,
  );
  expect(said).toContain('the step "shot2" is in a loop');
});

test('a code that the person was sent is no value of a plan', () => {
  const ask = '  - { id: code, title: C, ask: { question: Code?, kind: code } }\n';
  const said = wrong(
    `${head}${ask}extraction: { a: { source: dom_local, from: "{{steps.code.answer}}" } }\n`,
  );
  expect(said).toContain('asks for a code, which is given to nobody');
});

test('an output schema may require what is read here, and nothing that the cloud reads', () => {
  const schema = (name: string): string =>
    `${head}${fields}output_schema: { type: object, properties: { ${name}: {} }, required: [${name}] }\n`;
  expect(compiled(schema('gross')).ok).toBe(true);
  expect(wrong(schema('due'))).toContain('requires "due", which "output" does not give');
});
