import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryProcessLock } from '../../../native-host/io/process-lock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('a lock has one holder until it is released', () => {
  const file = join(temporaryFolder(), 'run', 'a.lock');
  const first = tryProcessLock(file);
  expect(first).not.toBeNull();
  expect(tryProcessLock(file)).toBeNull();
  first?.release();
  const second = tryProcessLock(file);
  expect(second).not.toBeNull();
  second?.release();
});
