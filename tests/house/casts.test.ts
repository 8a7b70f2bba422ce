import { expect, test } from 'vitest';
import { read, typescriptBelow } from './source-tree.ts';

// A cast silences the compiler, so each is a place to look: it is allowed only with a reason in a comment within the three
// lines before it or on its own line. `as const` and renamed imports are no casts.

function castsWithoutReason(file: string): readonly string[] {
  const lines = read(file).split('\n');
  return lines.flatMap((line, index) => {
    const code = line.replace(/\/\/.*$/, '').replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''");
    if (
      /^\s*(\*|\/\*)/.test(line) ||
      /^(import|export)\b/.test(code) ||
      /^\s*(type )?\w+ as \w+,?$/.test(code)
    )
      return [];
    if (!/\)?\s\bas\s+(?!const\b)[A-Z({[a-z]/.test(code) || !/[\w)\]}'"]\s+as\s+(?!const\b)/.test(code))
      return [];
    const around = lines.slice(Math.max(0, index - 3), index + 1).join('\n');
    return /\/\/|\*/.test(around) ? [] : [`${file}:${index + 1}: ${line.trim()}`];
  });
}

test('a cast in the source has a reason beside it', () => {
  const source = ['shared', 'entrypoints', 'native-host', 'demo', 'installers'].flatMap((folder) =>
    typescriptBelow(folder),
  );
  expect(source.flatMap(castsWithoutReason)).toEqual([]);
});
