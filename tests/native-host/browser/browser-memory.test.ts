import { expect, test } from 'vitest';
import { memoryOfProcesses } from '../../../native-host/browser/browser-memory.ts';

test('the memory of processes is their sum, and unknown where none is left', async () => {
  const isMeasured = process.platform !== 'win32';
  const own = await memoryOfProcesses([process.pid]);
  expect(own !== null && own > 10_000_000).toBe(isMeasured);
  expect(await memoryOfProcesses([])).toBeNull();
});
