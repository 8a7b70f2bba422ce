import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import { faultOf, shippedTemplate, valueIn } from './shipped.ts';

const good = `id: small
version: 1.0.0
title: Small
description: Reads a page.
parameters:
  start: { type: url, title: Start, required: true }
sites: ["{{parameters.start}}"]
steps:
  - id: open
    title: Open
    tool: navigate
    args: { url: "{{parameters.start}}" }
    buckets: [read]
  - id: look
    title: Look
    tool: get_text
    args: { selector: main }
    buckets: [read]
`;

function problemsOf(text: string): string {
  return faultOf(parseTemplate(text, 'small.yaml', patterns)).message;
}

test('a small template parses, and so does the shipped one', () => {
  expect(valueIn(parseTemplate(good, 'small.yaml', patterns)).template.steps).toHaveLength(2);
  expect(shippedTemplate().template.id).toBe('vendor-portal-report');
});

test('JSON is read too', () => {
  const { template } = shippedTemplate();
  const again = valueIn(parseTemplate(JSON.stringify(template), 'a.json', patterns));
  expect(again.template).toEqual(template);
});

// Each line: what is changed in the good template, and what the fault must say.
const wrong: readonly (readonly [string, string, string, string])[] = [
  [
    'an unknown tool',
    'tool: get_text',
    'tool: get_txt',
    'line 16, column 11, steps[1].tool: there is no tool "get_txt". Did you mean "get_text"?',
  ],
  [
    'an unknown argument',
    'selector: main',
    'selektor: main',
    'line 17, column 23, steps[1].args.selektor: "get_text" has no argument "selektor". Did you mean "selector"?',
  ],
  [
    'an argument of the wrong type',
    'selector: main',
    'part: 0',
    'line 17, column 19, steps[1].args.part: Too small',
  ],
  [
    'an unknown key',
    'title: Look',
    'titel: Look',
    'line 15, column 12, steps[1].titel: "titel" is not known here. Did you mean "title"?',
  ],
  ['a missing key', '    title: Look\n', '', 'steps[1].title: is missing'],
  [
    'a reference to no parameter',
    'url: "{{parameters.start}}"',
    'url: "{{parameters.strat}}"',
    'there is no parameter "strat". Did you mean "start"?',
  ],
  [
    'a reference to a later step',
    'url: "{{parameters.start}}"',
    'url: "{{steps.look.url}}"',
    'no step before this one has the id "look"',
  ],
  [
    'a field that no result has',
    'selector: main',
    'selector: "{{steps.open.staus}}"',
    'the step "open" gives no "staus"',
  ],
  [
    'a malformed reference',
    'selector: main',
    'selector: "{{steps open}}"',
    '"{{steps open}}" is not a reference',
  ],
  [
    'an undeclared bucket',
    'tool: get_text\n    args: { selector: main }',
    'tool: click\n    args: { selector: main }',
    '"click" is of bucket write, which the step does not declare',
  ],
  ['an id used twice', 'id: look', 'id: open', 'the id "open" is used twice'],
  [
    'a site that is none',
    'sites: ["{{parameters.start}}"]',
    'sites: ["example.com"]',
    '"example.com" is not a site',
  ],
  ['a bad version', 'version: 1.0.0', 'version: "1"', 'version: must be a version such as 1.0.0 (found "1")'],
  [
    'a condition with two operators',
    'tool: get_text',
    'if: { value: 1, equals: 1, exists: true }\n    tool: get_text',
    'steps[1].if: needs exactly one of',
  ],
  ['broken YAML', 'id: small', 'id: [small', 'is not readable as YAML'],
  ['the same key twice', 'id: small', 'id: small\nid: other', 'Map keys must be unique'],
  ['an alias', 'title: Small', 'title: &t Small\nextra: *t', 'uses aliases'],
];

test.each(wrong)('%s is told with its place', (_, from, to, expected) => {
  expect(good).toContain(from);
  const message = problemsOf(good.replace(from, to));
  expect(message).toContain(expected);
  expect(message.startsWith('small.yaml')).toBe(true);
});

test('several problems are told together', () => {
  const text = good.replace('tool: get_text', 'tool: nothing').replace('version: 1.0.0', 'version: x');
  expect(problemsOf(text)).toContain('version');
  const both = good
    .replace('tool: get_text', 'tool: nothing')
    .replace('selector: main', 'x: 1')
    .replace('[read]', '[write]');
  expect(problemsOf(both).split('\n').length).toBeGreaterThan(1);
});

test('a fingerprint that belongs to no selector is told, and that of a tool that is not known is not', () => {
  const print = '{ role: link, name: A, tag: a }';
  const text = `${good}\nfingerprints:\n  nothing.selector: ${print}\n`;
  expect(problemsOf(text)).toContain('fingerprints.nothing.selector: no step has the selector');
});
