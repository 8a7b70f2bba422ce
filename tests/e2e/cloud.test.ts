import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../cloud/demo/emulator.ts';
import { runDemo } from '../../cloud/demo/run-demo.ts';
import { startPortal } from '../../demo/portal.ts';
import { CATALOGUE, shownAmount } from '../../demo/reports.ts';
import { emulatorPython } from './aws-emulator.ts';

// Goal: a request in plain words goes through state machine, workers with browsers and checks, and is answered with what the
// portal really holds. The emulator, the workers and the browsers are real.

const withEmulator = test.skipIf(emulatorPython === null);

withEmulator(
  'a request in plain words becomes three jobs on two workers, and one answer with where each value is from',
  async () => {
    const emulator = await startEmulator(emulatorPython ?? '');
    const folder = mkdtempSync(join(tmpdir(), 'localagent-cloud-'));
    const account = { username: 'purchasing@example.com', password: 'correct horse' };
    const portal = await startPortal(account);
    const lines: string[] = [];
    try {
      const end = await runDemo({
        folder,
        endpoint: emulator.endpoint,
        portal: { origin: portal.origin, ...account },
        env: process.env,
        report: (line) => lines.push(line),
      });
      expect({ status: end.status, workers: end.workers, lines }).toMatchObject({
        status: 'SUCCEEDED',
        workers: ['worker-1', 'worker-2'],
      });
      expect(end.text).toContain('All 3 jobs are done.');
      for (const period of ['2026-04', '2026-05', '2026-06']) {
        const report = CATALOGUE.find((one) => one.type === 'statement' && one.period === period);
        if (report === undefined) throw new Error(`the portal has no statement of ${period}`);
        expect(end.text).toContain(`| gross | ${shownAmount(report.total.grossCents)} | dom_local |`);
      }
      expect(end.text.match(/\| difference \| 0 \| derived_cloud \|/g)).toHaveLength(3);
      expect(JSON.stringify([lines, end.text])).not.toContain(account.password);
    } finally {
      await portal.close();
      await emulator.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  },
  600_000,
);
