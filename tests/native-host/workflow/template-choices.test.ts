import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TemplateChoices } from '../../../native-host/workflow/template-choices.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-choices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'template-choices.json');
}

const one = { sha256: 'a'.repeat(64), id: 'mine', version: '1.0.0', at: '2026-06-30T10:00:00.000Z' };

test('trust is by hash, is kept, and is taken back for every version', () => {
  const file = place();
  const choices = new TemplateChoices(file);
  expect(choices.trust({ ...one, reach: 'watched' })).toBe(true);
  choices.trust({ ...one, sha256: 'b'.repeat(64), version: '1.1.0', reach: 'unattended' });
  const later = new TemplateChoices(file);
  expect(['a', 'b', 'c'].map((letter) => later.trustOf(letter.repeat(64)))).toEqual([
    'watched',
    'unattended',
    null,
  ]);
  later.trust({ ...one, reach: 'unattended' });
  expect(later.trustOf(one.sha256)).toBe('unattended');
  expect([later.distrust('mine'), later.distrust('mine')]).toEqual([2, 0]);
  expect(new TemplateChoices(file).trustOf(one.sha256)).toBeNull();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a version is pinned until that is taken back', () => {
  const file = place();
  const choices = new TemplateChoices(file);
  expect([choices.pinOf('mine'), choices.pinOf('constructor')]).toEqual([null, null]);
  expect(choices.pin('mine', '1.0.0')).toBe(true);
  expect(new TemplateChoices(file).pinOf('mine')).toBe('1.0.0');
  choices.pin('mine', null);
  expect(new TemplateChoices(file).pinOf('mine')).toBeNull();
});

test('a file that is damaged trusts nothing and stops the start', () => {
  const file = place();
  writeFileSync(file, '{"version":1,"trusted":[{"sha256":"x"}],"pinned":{}}', { mode: 0o600 });
  expect(() => new TemplateChoices(file)).toThrow('damaged');
});
