import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startWorkerMetrics } from '../../../native-host/metrics/worker-metrics.ts';

const Export = z.object({
  resourceMetrics: z.array(
    z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })) }),
  ),
});

const read = () => ({
  channels: [{ name: 'cron', received: 3, succeeded: 2, failed: 1, lost: 0, running: 0 }],
  browsers: 1,
  memoryBytes: 5,
});

test('counts and times go to the collector, the last of them when the worker ends', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    bodies.push(body);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1/metrics`;
  const metrics = await startWorkerMetrics({ url, intervalMs: 3_600_000, worker: 'w', version: '1', read });
  metrics.jobEnded('cron', 'succeeded', 1_500);
  await metrics.close();
  const all = Export.parse(JSON.parse(bodies.at(-1) ?? '')).resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap((one) => one.metrics),
  );
  expect(all.map(({ name }) => name).sort()).toEqual([
    'localagent.browsers.open',
    'localagent.job.duration',
    'localagent.jobs.failed',
    'localagent.jobs.lost',
    'localagent.jobs.received',
    'localagent.jobs.running',
    'localagent.jobs.succeeded',
    'localagent.worker.memory',
  ]);
  const duration = JSON.stringify(all.find(({ name }) => name === 'localagent.job.duration'));
  expect(duration).toContain('"sum":1.5');
});

test('a collector that is away keeps no worker from ending', async () => {
  const url = 'http://127.0.0.1:9/v1/metrics';
  const metrics = await startWorkerMetrics({ url, intervalMs: 3_600_000, worker: 'w', version: '1', read });
  await expect(metrics.close()).resolves.toBeUndefined();
});
