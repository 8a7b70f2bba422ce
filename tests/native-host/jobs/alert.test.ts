import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AlertMeans, createAlerts, type FailedJob, JobAlert } from '../../../native-host/jobs/alert.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const failure: FailedJob = {
  channel: 'step-functions',
  error: 'LocalAgent.Failed',
  cause: 'The button was not found.',
  run_id: 'r1',
};

function alertsWith(change: Partial<AlertMeans>) {
  const logged: string[] = [];
  const alerts = createAlerts({
    command: null,
    url: null,
    worker: 'w',
    log: (event, facts) => void logged.push(`${event} ${facts['why'] ?? ''}`.trim()),
    now: () => 0,
    runFiles: async () => ({ folder: '/runs/r1', screenshot: '/runs/r1/failure.png' }),
    ...change,
  });
  return { alerts, logged };
}

/** A program that writes what it reads into a file, or ends as it is told. */
const program = (script: string): readonly string[] => [process.execPath, '-e', script];

test('a command reads the alert on its standard input, with the picture of the page', async () => {
  const file = join(temporaryFolder(), 'alert.json');
  const script = `process.stdin.pipe(require('fs').createWriteStream(${JSON.stringify(file)}))`;
  const { alerts, logged } = alertsWith({ command: program(script) });
  await alerts(failure);
  expect(logged).toEqual(['alert.sent']);
  const alert = JobAlert.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(alert).toMatchObject({ ...failure, worker: 'w', screenshot: '/runs/r1/failure.png' });
});

test('an address is sent the same, and one that refuses is told in the log', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    bodies.push(body);
    response.writeHead(bodies.length === 1 ? 204 : 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  const { alerts, logged } = alertsWith({ url });
  await alerts({ ...failure, run_id: null });
  await alerts(failure);
  expect(JobAlert.parse(JSON.parse(bodies[0] ?? ''))).toMatchObject({ run_id: null, run_folder: null });
  expect(logged).toEqual(['alert.sent', 'alert.failed the address answered 500']);
});

test('a command that fails or is not there keeps nothing from going on', async () => {
  const failing = alertsWith({ command: program('process.exit(3)') });
  await failing.alerts(failure);
  expect(failing.logged).toEqual(['alert.failed the command ended with 3']);
  const missing = alertsWith({ command: ['/nowhere/program'] });
  await missing.alerts(failure);
  expect(missing.logged[0]).toMatch(/^alert\.failed the command could not be started/);
});

test('what its sender has to mend alerts nobody, and a flood is held back', async () => {
  const file = join(temporaryFolder(), 'ran');
  const { alerts, logged } = alertsWith({
    command: program(`require('fs').writeFileSync(${JSON.stringify(file)}, '')`),
  });
  await alerts({ ...failure, error: 'LocalAgent.BadPayload' });
  expect(existsSync(file)).toBe(false);
  let now = 0;
  const flood = alertsWith({ command: ['/nowhere/program'], now: () => now });
  for (let count = 0; count < 22; count += 1) await flood.alerts(failure);
  expect(flood.logged.filter((line) => line.startsWith('alert.held_back'))).toHaveLength(2);
  now = 700_000;
  await flood.alerts(failure);
  expect(flood.logged.at(-1)).toMatch(/^alert\.failed/);
  expect(logged).toEqual([]);
});
