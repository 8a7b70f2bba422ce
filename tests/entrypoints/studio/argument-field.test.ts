import { expect, test } from 'vitest';
import { argumentFields, fieldText, fieldValue } from '../../../entrypoints/studio/argument-field.ts';
import type { ToolDeclaration } from '../../../shared/tools/define-tool.ts';
import { tools } from '../../../shared/tools/index.ts';

function tool(name: string): ToolDeclaration {
  const found = tools.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

test('the fields of a tool are those of its declaration, needed ones first', () => {
  expect(argumentFields(tool('click'))).toMatchObject([
    { name: 'selector', kind: 'selector', required: true },
    { name: 'position', kind: 'data', required: false },
    { name: 'button', kind: 'choice', options: ['left', 'middle', 'right'], preset: 'left' },
    { name: 'count', kind: 'number', preset: '1' },
    { name: 'modifiers', kind: 'data', preset: '[]' },
  ]);
});

test('every tool has a form', () => {
  for (const one of tools.values()) expect(() => argumentFields(one)).not.toThrow();
});

test.each([
  ['selector', ['a', 'b'], 'a\nb'],
  ['selector', 'role=button[name="Go"]', 'role=button[name="Go"]'],
  ['text', '{{parameters.month}}', '{{parameters.month}}'],
  ['text', '2026', '2026'],
  ['text', true, 'true'],
  ['number', 3, '3'],
  ['data', { x: 1 }, '{"x":1}'],
] as const)('a %s goes into its field and comes back: %j', (kind, value, text) => {
  expect(fieldText(kind, value)).toBe(text);
  expect(fieldValue(kind, text)).toEqual(value);
});

test('an empty field is left out, and half-written data stay what was typed', () => {
  expect(fieldValue('text', '  ')).toBeUndefined();
  expect(fieldValue('data', '{"x":')).toBe('{"x":');
});
