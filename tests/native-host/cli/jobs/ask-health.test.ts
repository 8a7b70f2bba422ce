import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askHealth, healthSockets } from '../../../../native-host/cli/jobs/ask-health.ts';
import { healthSocket, serveHealth, type WorkerHealth } from '../../../../native-host/cli/jobs/health.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';

const health: WorkerHealth = {
  schema: 'localagent.worker-health.v1',
  healthy: false,
  worker: 'w',
  pid: 1,
  started_at: '2026-06-30T10:00:00.000Z',
  draining: false,
  waiting_for: 'The secrets are locked.',
  channels: [],
  browsers: { open: 0, started: 0 },
  memory_bytes: 1,
};

test('a worker is found by its socket and says how it is', async () => {
  const folder = temporaryFolder();
  const socket = healthSocket(folder, 'jobs');
  const endpoint = serveHealth(
    socket,
    () => health,
    (why) => expect.fail(why),
  );
  onTestFinished(() => endpoint.close());
  await expect.poll(() => askHealth(socket)).toEqual(health);
  if (process.platform !== 'win32') writeFileSync(join(folder, 'worker-place-1.lock'), '');
  expect(healthSockets(folder, socket)).toEqual([socket]);
});

test('one that is gone, or no worker at all, is nobody', async () => {
  const folder = temporaryFolder();
  expect(await askHealth(join(folder, 'nobody'))).toBeNull();
  if (process.platform !== 'win32') expect(healthSockets(join(folder, 'none'), 'x')).toEqual([]);
  const stranger = createServer((_, response) => response.end('hello'));
  const socket = healthSocket(folder, 'other');
  await new Promise<void>((resolve) => stranger.listen(socket, resolve));
  onTestFinished(() => void stranger.close());
  expect(await askHealth(socket)).toBeNull();
});
