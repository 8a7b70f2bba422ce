import { expect, test } from 'vitest';
import { saysDelete } from '../../../shared/tools/delete-words.ts';

test.each([
  'Delete invoice 1042',
  'REMOVE',
  'Löschen',
  'Konto kündigen',
  'Supprimer',
  'Ta bort',
  'Удалить',
  '削除する',
  '删除订单',
  'Cancel subscription',
])('"%s" says that something is taken away', (name) => {
  expect(saysDelete(name)).toBe(true);
});

test.each([
  'Save',
  'Undeleted items',
  'Clearance sale',
  'Cancellation policy',
  'Löscher kaufen',
  '',
  '  ',
  '123',
])('"%s" does not', (name) => {
  expect(saysDelete(name)).toBe(false);
});
