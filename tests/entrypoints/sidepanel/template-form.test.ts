import { expect, test } from 'vitest';
import {
  fieldError,
  formErrors,
  formParts,
  initialValues,
  optionsOf,
  parametersOf,
  secretCommand,
  secretNameOf,
} from '../../../entrypoints/sidepanel/template-form.ts';
import { sampleParameter, sampleTemplate } from './samples.ts';

test('a needed field must hold something, an optional one need not', () => {
  expect(fieldError(sampleParameter(), '  ', null)).toBe('Value is needed.');
  expect(fieldError(sampleParameter({ required: false }), '', null)).toBeNull();
});

test.each([
  ['url', 'https://portal.example.com/a', true],
  ['url', 'http://127.0.0.1:8931', true],
  ['url', 'portal.example.com', false],
  ['url', 'javascript:alert(1)', false],
  ['url', 'file:///etc/passwd', false],
  ['url', 'https://ada:secret@portal.example.com', false],
  ['month', '2026-03', true],
  ['month', '2026-13', false],
  ['date', '2026-02-28', true],
  ['date', '2026-02-30', false],
  ['integer', '12', true],
  ['integer', '12.5', false],
  ['number', '12.5', true],
  ['number', 'many', false],
] as const)('a %s field takes %s: %s', (type, value, good) => {
  expect(fieldError(sampleParameter({ type }), value, null) === null).toBe(good);
});

test('a pattern must fit the whole value', () => {
  const parameter = sampleParameter({ pattern: '[A-Z]{2,4}' });
  expect(fieldError(parameter, 'ACME', null)).toBeNull();
  expect(fieldError(parameter, 'ACME1', null)).toBe('Value does not have the expected form.');
});

test('a pattern that is no regular expression is left to the host', () => {
  expect(fieldError(sampleParameter({ pattern: '[' }), 'x', null)).toBeNull();
});

test('a value must be one of the options', () => {
  const parameter = sampleParameter({ options: ['csv', 'pdf'] });
  expect(fieldError(parameter, 'pdf', null)).toBeNull();
  expect(fieldError(parameter, 'xls', null)).toBe('Choose one of: csv, pdf.');
});

test('a secret must be stored, as far as is known', () => {
  const parameter = sampleParameter({ type: 'secret' });
  expect(fieldError(parameter, 'secret:portal', ['portal'])).toBeNull();
  expect(fieldError(parameter, 'secret:portal', null)).toBeNull();
  expect(fieldError(parameter, 'secret:portal', [])).toBe('No secret is stored under the name portal yet.');
  expect(fieldError(parameter, 'hunter2', ['portal'])).toBe('Choose a stored secret.');
  expect(secretNameOf('hunter2')).toBeNull();
});

test('only wrong fields are told', () => {
  const template = sampleTemplate([
    sampleParameter({ name: 'a' }),
    sampleParameter({ name: 'b', title: 'B' }),
  ]);
  expect(formErrors(template, { a: 'x' }, null)).toEqual({ b: 'B is needed.' });
});

test('an earlier run fills the form before the defaults do', () => {
  const template = sampleTemplate([
    sampleParameter({ name: 'a', default: 'one' }),
    sampleParameter({ name: 'b', default: 2, type: 'integer' }),
    sampleParameter({ name: 'c', type: 'boolean', default: true }),
    sampleParameter({ name: 'd' }),
  ]);
  expect(initialValues(template, null)).toEqual({ a: 'one', b: '2', c: 'true', d: '' });
  expect(initialValues(template, { a: 'two', c: false, stray: 1 })).toEqual({
    a: 'two',
    b: '2',
    c: '',
    d: '',
  });
});

test('values are sent in their types, and empty ones are left to the template', () => {
  const template = sampleTemplate([
    sampleParameter({ name: 'text' }),
    sampleParameter({ name: 'count', type: 'integer' }),
    sampleParameter({ name: 'flag', type: 'boolean' }),
    sampleParameter({ name: 'empty', required: false }),
  ]);
  expect(parametersOf(template, { text: ' x ', count: '12', flag: '', empty: ' ' })).toEqual({
    text: 'x',
    count: 12,
    flag: false,
  });
});

test('without a profile the browser of the panel works, and a person is there to be asked', () => {
  expect(optionsOf('')).toEqual({ profile: null, out: null, name_pattern: null, unattended: false });
  expect(optionsOf('work').profile).toBe('work');
});

test('needed fields and secrets are asked at once, the place of the result and the rest are folded', () => {
  const template = sampleTemplate([
    sampleParameter({ name: 'month' }),
    sampleParameter({ name: 'password', type: 'secret', required: false }),
    sampleParameter({ name: 'vendor', required: false }),
    sampleParameter({ name: 'folder', required: false }),
    sampleParameter({ name: 'name_pattern', required: true }),
  ]);
  const { first, more, place } = formParts(template);
  const names = (parameters: typeof first) => parameters.map(({ name }) => name);
  expect(names(first)).toEqual(['month', 'password', 'name_pattern']);
  expect(names(more)).toEqual(['vendor']);
  expect(names(place)).toEqual(['folder']);
});

test('the command that stores a secret names the site of the form', () => {
  const template = sampleTemplate([sampleParameter({ name: 'portal', type: 'url' })]);
  expect(secretCommand(template, { portal: 'http://127.0.0.1:8931/in' }, 'portal')).toBe(
    'localagent secrets set portal --site origin:http://127.0.0.1:8931',
  );
  expect(secretCommand(template, { portal: 'nowhere' }, null)).toBe(
    'localagent secrets set NAME --site domain:example.com',
  );
});
