import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';

const psMs = 5_000;
const kilobyte = 1_024;

/** Bytes that all processes of a browser hold; null where that cannot be had: Windows, or a browser that is gone. */
export async function browserMemory(context: BrowserContext): Promise<number | null> {
  const browser = context.browser();
  if (browser === null || !browser.isConnected()) return null;
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return await memoryOfProcesses(processInfo.map(({ id }) => id));
  } catch {
    return null;
  }
}

/** Shared pages are counted once on Linux, and once for each process on macOS. */
export async function memoryOfProcesses(pids: readonly number[]): Promise<number | null> {
  if (pids.length === 0) return null;
  if (process.platform === 'linux') {
    const found = pids.map(proportionalKilobytes).filter((one) => one !== null);
    return found.length === 0 ? null : kilobyte * found.reduce((sum, one) => sum + one, 0);
  }
  if (process.platform !== 'darwin') return null;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pids.join(',')], { timeout: psMs });
  return kilobyte * stdout.split('\n').reduce((sum, line) => sum + Number(line.trim() || 0), 0);
}

function proportionalKilobytes(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+([0-9]+) kB/m.exec(text)?.[1] ?? 0);
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return null;
  }
}
