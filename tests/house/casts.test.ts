import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { read, typescriptBelow } from './source-tree.ts';

// A cast silences the compiler, so each is a place to look: it is allowed only with a reason in a comment in it or within the three
// lines before it. `as const` is no cast.

const casting = new Set(['TSAsExpression', 'TSTypeAssertion', 'TSNonNullExpression']);

type Span = { readonly start: number; readonly end: number };

function castsIn(node: unknown): readonly Span[] {
  if (Array.isArray(node)) return node.flatMap(castsIn);
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(castsIn);
  if (!('type' in node && casting.has(String(node.type)) && 'start' in node && 'end' in node)) return inner;
  return isConst(node) ? inner : [{ start: Number(node.start), end: Number(node.end) }, ...inner];
}

function isConst(node: object): boolean {
  return JSON.stringify('typeAnnotation' in node ? node.typeAnnotation : null).includes('"name":"const"');
}

function castsWithoutReason(file: string): readonly string[] {
  const source = read(file);
  const lines = source.split('\n');
  const tree = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const lineAt = (position: number): number => source.slice(0, position).split('\n').length;
  return castsIn(tree).flatMap(({ start, end }) => {
    const line = lineAt(end);
    const around = lines.slice(Math.max(0, lineAt(start) - 4), line).join('\n');
    return /\/\/|\*/.test(around) ? [] : [`${file}:${line}: ${lines[line - 1]?.trim()}`];
  });
}

test('a cast in the source has a reason beside it', () => {
  const folders = ['shared', 'entrypoints', 'native-host', 'demo', 'installers', 'cloud'];
  expect(folders.flatMap((folder) => typescriptBelow(folder)).flatMap(castsWithoutReason)).toEqual([]);
});
