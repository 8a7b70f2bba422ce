import { expect, test } from 'vitest';
import { alignColumns, tableLines, visibleText } from '../../../native-host/cli/table.ts';

test('columns line up by what a terminal shows', () => {
  expect(
    alignColumns([
      ['a', 'x'],
      ['日本', 'y'],
      ['e\u0301e', 'z'],
    ]),
  ).toEqual(['a     x', '日本  y', 'e\u0301e    z']);
});

test('text from elsewhere cannot move the cursor, hide or turn around what is shown', () => {
  expect(visibleText('a\u001b[2Jb\r\nc\u202etxt')).toBe('a·[2Jb·c·txt');
  expect(tableLines(['Name'], [['a\nb']])).toContain('a·b');
});

test('a long cell is cut in the middle', () => {
  const [, , line = ''] = tableLines(['Name'], [[`begin${'x'.repeat(200)}end`]]);
  expect(line).toHaveLength(79);
  expect(line).toMatch(/^begin.*…x+end$/);
});
