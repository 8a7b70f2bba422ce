import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { extensionId } from '../../../shared/extension-id.ts';
import type { Rig } from '../../e2e/rig.ts';

/** Megabytes in use at one moment. */
export type Memory = Readonly<{
  authority: number;
  /** The process of the extension's worker. */
  extension: number;
  /** The worker's JavaScript heap, garbage included. */
  workerHeap: number;
  /** All MCP server processes together. */
  servers: number;
}>;

const megabyte = 1_048_576;
const HeapAnswer = z.object({ result: z.object({ usedSize: z.number() }) });

export async function measureMemory(
  rig: Rig,
  authorityPid: number,
  servers: readonly number[],
): Promise<Memory> {
  return {
    authority: residentOf(authorityPid),
    extension: extensionProcesses(rig.home.folder).reduce((sum, pid) => sum + residentOf(pid), 0),
    workerHeap: (await workerHeap(rig)) / megabyte,
    servers: servers.reduce((sum, pid) => sum + residentOf(pid), 0),
  };
}

/** Bytes of the worker's heap. Asked through the browser's own session: Playwright gives none to a worker. */
async function workerHeap(rig: Rig): Promise<number> {
  const session = await rig.browser().context.browser()?.newBrowserCDPSession();
  if (session === undefined) return 0;
  const { targetInfos } = await session.send('Target.getTargets');
  const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url.includes(extensionId));
  if (target === undefined) return 0;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId });
  const answered = new Promise<number>((resolve) => {
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = HeapAnswer.safeParse(JSON.parse(message));
      if (answer.success) resolve(answer.data.result.usedSize);
    });
  });
  await session.send('Target.sendMessageToTarget', {
    sessionId,
    message: JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }),
  });
  const usedBytes = await answered;
  await session.detach();
  return usedBytes;
}

/** Resident megabytes of a process; 0 for one that is gone. */
function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+([0-9]+) kB/.exec(readProc(pid, 'status'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** The renderers of this rig's browsers in which extensions run. */
function extensionProcesses(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = readProc(pid, 'cmdline');
      return line.includes('--extension-process') && line.includes(folder);
    });
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended between the two looks.
    return '';
  }
}

/** Whether the later samples of a series are no higher than the middle ones, noise allowed for. */
export function isFlat(series: readonly number[]): boolean {
  if (series.length < 8) return true;
  const quarter = Math.floor(series.length / 4);
  const middle = median(series.slice(quarter, 2 * quarter));
  const last = median(series.slice(-quarter));
  return last <= middle * 1.25 + 15;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
