import { expect, test } from 'vitest';
import { likenessOf } from '../../shared/control-words.ts';

test.each([
  ['Search', 'search:', 'same'],
  ['PREPARE REPORT »', 'Prepare report', 'same'],
  ['Sign out', 'Log off', 'meaning'],
  ['Sign out', 'Abmelden', 'meaning'],
  ['Download CSV', 'Export as CSV', 'meaning'],
  ['Download CSV', 'CSV herunterladen', 'meaning'],
  ['Prepare report', 'Préparer le rapport', 'meaning'],
  ['Reports', 'Berichte', 'meaning'],
  ['Next', 'Nächste', 'meaning'],
  ['Search text', 'Suchbegriff', 'meaning'],
  ['Sign out', 'Sign out of all devices', 'part'],
  ['Download CSV', 'Download CSV template', 'part'],
  ['Period', 'Period of notice', 'part'],
  ['Sign in', 'Sign out', 'other'],
  ['Download CSV', 'Download PDF', 'other'],
  ['Prepare report', 'Delete report', 'other'],
  ['Search', '', 'none'],
] as const)('"%s" and "%s" have %s in common', (one, other, likeness) => {
  expect(likenessOf(one, other)).toBe(likeness);
  expect(likenessOf(other, one)).toBe(likeness);
});
