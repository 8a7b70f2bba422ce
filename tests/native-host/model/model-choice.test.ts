import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChoice, writeChoice } from '../../../native-host/model/model-choice.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('a choice is kept, for this user alone, and can be taken back', () => {
  const path = join(temporaryFolder(), 'models', 'choice.json');
  expect(readChoice(path)).toBeNull();
  writeChoice(path, 'ollama/small:latest');
  expect(readChoice(path)).toBe('ollama/small:latest');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeChoice(path, null);
  expect(readChoice(path)).toBeNull();
});

test.each(['', '{', '{"model": 3}', '["ollama/small"]'])('a file that says %j chooses nothing', (text) => {
  const path = join(temporaryFolder(), 'choice.json');
  writeFileSync(path, text);
  expect(readChoice(path)).toBeNull();
});
