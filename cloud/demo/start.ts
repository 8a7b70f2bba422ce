import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '../../demo/portal.ts';
import { startEmulator } from './emulator.ts';
import { requestTo, runDemo } from './run-demo.ts';

// `npm run cloud:demo`: one request in plain words through state machine, workers and checks, and its answer.

const python = process.env['LOCALAGENT_AWS_EMULATOR'];
if (python === undefined) throw new Error('Start it with: npm run cloud:demo');
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const username = 'purchasing@example.com';
const password = randomBytes(9).toString('base64url');
const folder = mkdtempSync(join(tmpdir(), 'localagent-cloud-'));
const portal = await startPortal({ username, password });
try {
  say('Starting Step Functions and S3 …');
  const emulator = await startEmulator(python);
  try {
    const asked = requestTo({ origin: portal.origin, username });
    say(`Request: ${asked.text}\n`);
    const end = await runDemo({
      folder,
      endpoint: emulator.endpoint,
      portal: { origin: portal.origin, username, password },
      env: process.env,
      report: say,
    });
    say(`\nThe state machine ended as ${end.status}; jobs went to ${end.workers.join(' and ')}.\n`);
    process.stdout.write(`${end.text}\n`);
    process.exitCode = end.status === 'SUCCEEDED' ? 0 : 1;
  } finally {
    await emulator.stop();
  }
} finally {
  await portal.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
