import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveDraft, textHash } from '../../../native-host/workflow/save-draft.ts';

const draft = (version: string, more = ''): string => `id: read-orders\nversion: ${version}\n${more}`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a new draft gets the name of its id, in a folder that is made for it', () => {
  const place = join(folder, 'templates');
  const saved = saveDraft(place, { text: draft('1.0.0'), file: null, known: null });
  expect(saved).toMatchObject({ ok: true, value: { file: 'read-orders.yaml' } });
  expect(readFileSync(join(place, 'read-orders.yaml'), 'utf8')).toBe(draft('1.0.0'));
});

test('what was read is written over; what somebody changed meanwhile is not', () => {
  writeFileSync(join(folder, 'mine.yaml'), draft('1.0.0'));
  const known = textHash(draft('1.0.0'));
  const text = draft('1.0.0', 'title: New\n');
  expect(saveDraft(folder, { text, file: 'mine.yaml', known })).toMatchObject({
    value: { file: 'mine.yaml' },
  });
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(text);
  const again = saveDraft(folder, { text: draft('1.0.0', 'title: Mine\n'), file: 'mine.yaml', known });
  expect(again).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining('was changed since') },
  });
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(text);
});

test('another version gets a file of its own, and the older one stays', () => {
  writeFileSync(join(folder, 'read-orders.yaml'), draft('1.0.0'));
  const known = textHash(draft('1.0.0'));
  const saved = saveDraft(folder, { text: draft('1.1.0'), file: 'read-orders.yaml', known });
  expect(saved).toMatchObject({ value: { file: 'read-orders@1.1.0.yaml' } });
  expect(readdirSync(folder).sort()).toEqual(['read-orders.yaml', 'read-orders@1.1.0.yaml']);
});

test('a new template never takes the place of another', () => {
  writeFileSync(join(folder, 'read-orders.yaml'), draft('1.0.0'));
  writeFileSync(join(folder, 'read-orders@1.0.0.yaml'), draft('1.0.0'));
  const saved = saveDraft(folder, { text: draft('1.0.0', 'title: Other\n'), file: null, known: null });
  expect(saved).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});

test('whatever the text says of a review, a saved text is a draft', () => {
  const text = draft('1.0.0', 'review: { state: reviewed, by: somebody }\n');
  const saved = saveDraft(folder, { text, file: null, known: null });
  expect(saved).toMatchObject({ ok: true });
  expect(readFileSync(join(folder, 'read-orders.yaml'), 'utf8')).not.toContain('reviewed');
});

test.each(['', 'id: ../../evil\nversion: 1.0.0\n', 'id: [a\n', 'id: &a x\nversion: *a\n'])(
  'a text without a proper id and version names no file: %j',
  (text) => {
    expect(saveDraft(folder, { text, file: null, known: null })).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual([]);
  },
);
