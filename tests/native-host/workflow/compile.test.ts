import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { compile } from '../../../native-host/workflow/compile.ts';
import { compilePlan, compileText, faultOf, shippedParameters, shippedTemplate, valueIn } from './shipped.ts';

const base = `id: small
version: 1.0.0
title: Small
description: For tests.
sites: ["https://a.example.com/start"]
steps:
`;

test('the shipped template compiles to primitive calls with bucket and resource', () => {
  const plan = valueIn(compilePlan(shippedTemplate(), shippedParameters));
  const lines = plan.calls.map(({ step_id, tool, bucket, resource }) =>
    [step_id, tool, bucket, resource].join(' '),
  );
  expect(lines).toContain('filed_csv find_filed read folder:/home/anna/LocalAgent/reports');
  expect(lines).toContain('sign_in fill write origin:https://portal.example.com');
  expect(lines).toContain('prepare handle_dialog write origin:https://portal.example.com');
  expect(lines).toContain('download_pdf download admin origin:https://portal.example.com');
  expect(plan.calls.every(({ tool }) => !(tool in patterns))).toBe(true);
  expect(plan.parameters['name_pattern']).toBe('Vendor Account statement 2026-06');
  expect(plan.given).toEqual({ ...plan.parameters, name_pattern: '{vendor} {report} {period}' });
});

test('acts are told in words made from the calls', () => {
  const words = valueIn(compilePlan(shippedTemplate(), shippedParameters)).acts.map((act) => act.words);
  expect(words).toContain('Click button "Prepare report" on https://portal.example.com');
  expect(words).toContain('Download with link "Download CSV" on https://portal.example.com');
  expect(words).toContain('Fill in user name and secret:vendor_portal on https://portal.example.com');
  expect(words).toContain(
    'File a document "Vendor Account statement 2026-06.csv" in /home/anna/LocalAgent/reports',
  );
});

test('missing and bad parameters are told together, by name', () => {
  const problem = faultOf(
    compilePlan(shippedTemplate(), { portal_url: 'ftp://x', period: '2026-13', usrname: 'a' }),
  );
  expect(problem.code).toBe('bad-arguments');
  expect(problem.message).toContain('there is no parameter "usrname". Did you mean "username"?');
  expect(problem.message).toContain('parameter "portal_url" must be a whole http or https URL');
  expect(problem.message).toContain('parameter "username" is missing: a text (User name)');
  expect(problem.message).toContain(
    'parameter "period" must be a month, such as 2026-06 or last-month, not "2026-13"',
  );
});

test('a password given in place of a secret is refused without being repeated', () => {
  const problem = faultOf(compilePlan(shippedTemplate(), { ...shippedParameters, password: 'hunter2' }));
  expect(JSON.stringify(problem)).not.toContain('hunter2');
  expect(problem.message).toContain('the name of a stored secret');
});

test('an unknown field in the name pattern lists the fields there are, without secrets', () => {
  const problem = faultOf(compilePlan(shippedTemplate(), { ...shippedParameters, name_pattern: '{month}' }));
  expect(problem.message).toContain(
    'names the field "{month}"; there are portal_url, username, vendor, report',
  );
  expect(problem.message).not.toContain('there are portal_url, username, password');
});

test('folder and name pattern of the options fill the parameters of those names', () => {
  const plan = valueIn(
    compile(
      shippedTemplate(),
      { parameters: shippedParameters, options: { out: '/tmp/out', name_pattern: '{period}' } },
      { patterns, folderOf: (text) => text, now: () => 0 },
    ),
  );
  expect(plan.parameters).toMatchObject({ folder: '/tmp/out', name_pattern: '2026-06' });
  expect(plan.calls[0]?.resource).toBe('folder:/tmp/out');
});

test('a template that files nothing does not take a folder', () => {
  const text = `${base}  - { id: look, title: Look, tool: snapshot, buckets: [read] }\n`;
  expect(compileText(text).ok).toBe(true);
  const small = { ...shippedTemplate(), template: { ...shippedTemplate().template, parameters: {} } };
  const result = compile(
    small,
    { parameters: {}, options: { out: '/tmp', name_pattern: null } },
    { patterns, folderOf: (one) => one, now: () => 0 },
  );
  expect(faultOf(result).message).toContain('does not take a folder');
});

test('opening a page beyond the declared sites does not compile', () => {
  const args = '{ url: "https://b.example.com" }';
  const text = `${base}  - { id: go, title: Go, tool: navigate, args: ${args}, buckets: [read] }\n`;
  expect(faultOf(compileText(text)).message).toContain(
    'opens https://b.example.com, which is not among the sites',
  );
});

test('a click that declares write and delete is planned as both', () => {
  const text = `${base}  - { id: go, title: Go, tool: click, args: { selector: a }, buckets: [write, delete] }\n`;
  expect(valueIn(compileText(text)).calls.map(({ bucket }) => bucket)).toEqual(['write', 'delete']);
});

test('an argument that a parameter makes wrong is told before the run', () => {
  const parameters = 'parameters: { n: { type: integer, title: N, required: true } }\n';
  const text = `${base.replace('sites:', `${parameters}sites:`)}  - id: look
    title: Look
    tool: get_text
    args: { part: "{{parameters.n}}" }
    buckets: [read]
`;
  expect(valueIn(compileText(text, { n: '2' })).parameters).toEqual({ n: 2 });
  expect(faultOf(compileText(text, { n: 0 })).message).toContain('line 11, column 19, steps[0].args.part');
});

test('a folder that is only known during the run does not compile', () => {
  const text = `${base}  - { id: a, title: A, tool: get_text, buckets: [read] }
  - { id: b, title: B, tool: find_filed, args: { folder: "{{steps.a.text}}", name: x }, buckets: [read] }
`;
  expect(faultOf(compileText(text)).message).toContain('steps[1].args.folder: must be known before the run');
});

test('a month can be given by its distance from today', () => {
  const { parameters } = valueIn(
    compilePlan(shippedTemplate(), { ...shippedParameters, period: 'last-month' }),
  );
  expect(parameters['period']).toBe('2026-06');
});
