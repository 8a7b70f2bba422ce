import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './rig.ts';

const endMs = 10_000;

/** Kills the one process that has all these words in its command line or environment and no helper's `--type`, as `kill -9` does. */
export async function killProcess(words: readonly string[]): Promise<void> {
  const found = (): readonly number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => isIt(pid, words));
  await until(`one process with ${words.join(', ')}`, endMs, () => found().length === 1);
  const [pid = 0] = found();
  process.kill(pid, 'SIGKILL');
  await until('the killed process to end', endMs, () => !isIt(pid, words));
}

function isIt(pid: number, words: readonly string[]): boolean {
  const of = (name: string): string => readFileSync(join('/proc', String(pid), name), 'utf8');
  try {
    const line = of('cmdline');
    const whole = `${line}\0${of('environ')}`;
    // What has ended and is not yet reaped has an empty line.
    return line !== '' && !line.includes('--type=') && words.every((word) => whole.includes(word));
  } catch {
    // It ended while it was looked at, or is another person's.
    return false;
  }
}
