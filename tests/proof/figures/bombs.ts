import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { executeTree } from '../../../native-host/code/execute-tree.ts';
import type { RunLimits } from '../../../native-host/code/limits.ts';
import { type Code, parseCode } from '../../../native-host/code/parse-code.ts';
import type { CallAnswered } from '../../../native-host/code/runner-messages.ts';
import { type RunnerOutcome, runIn, startRunner } from '../../../native-host/code/runner-process.ts';
import { programEntries } from '../../../native-host/io/program-entries.ts';
import { bombs, fuse } from '../code/bombs.ts';
import { type Figure, startCount } from '../figure.ts';

const limits: RunLimits = { fuel: 1_500_000, bytes: 33_554_432, wallMs: 10_000, calls: 30 };
/** By which a limit may be passed: the last step is taken before it is seen. */
const slack = 1.2;
const memorySlackMiB = 32;
/** In the short tier, every so many run in a process of their own, where their memory can be seen. */
const processEvery = 8;

const answer: CallAnswered = {
  type: 'answer',
  value: { url: 'https://x.example/', text: fuse.text },
  sources: ['https://x.example'],
  waitedMs: 0,
};

type Seen = { readonly outcome: RunnerOutcome; readonly grownMiB: number | null; readonly ms: number };

async function here({ program }: Code): Promise<Seen> {
  const started = performance.now();
  const outcome = await executeTree({
    program,
    args: fuse,
    limits,
    now: () => performance.now(),
    call: async () => answer,
  });
  return { outcome, grownMiB: null, ms: performance.now() - started };
}

async function apart({ program }: Code): Promise<Seen> {
  const child = startRunner(programEntries().codeRunner);
  child.ref();
  child.channel?.ref();
  try {
    await new Promise((resolve) => child.once('message', resolve));
    const before = memoryOf(child, 'VmRSS');
    const started = performance.now();
    const signal = new AbortController().signal;
    const outcome = await runIn(child, { program, args: fuse, limits, signal, call: async () => answer });
    const ms = performance.now() - started;
    const most = outcome.type === 'broken' ? null : memoryOf(child, 'VmHWM');
    return { outcome, ms, grownMiB: before === null || most === null ? null : (most - before) / 1_024 };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Kilobytes of a process; null where the system does not tell. */
function memoryOf(child: ChildProcess, line: string): number | null {
  try {
    // In namespaces of its own it is the child of the program that made them.
    const inner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    const pid = inner === '' ? child.pid : inner;
    const found = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]);
  } catch {
    return null;
  }
}

function wrong({ outcome, grownMiB, ms }: Seen): string | null {
  if (outcome.type !== 'stopped') return `ended with ${JSON.stringify(outcome).slice(0, 200)}`;
  if (outcome.reason === 'not-in-language') return outcome.message;
  if (ms > limits.wallMs * slack) return `stopped after ${Math.round(ms)} ms`;
  const most = limits.bytes / 1_048_576 + memorySlackMiB;
  return grownMiB !== null && grownMiB > most ? `took ${Math.round(grownMiB)} MiB` : null;
}

/** Scripts without end and without measure, each of which has to be stopped by its limits. */
export const figure: Figure = {
  id: 'F6',
  promise: 'every script is stopped within 1.2 times its limits, and its memory within 32 MiB of them',
  unit: 'bombs',
  sizes: { ci: bombs.length, long: bombs.length * 10 },
  async run({ count, progress }) {
    const counted = startCount();
    let [mostMiB, mostMs] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const source = bombs[index % bombs.length] ?? '';
      const parsed = parseCode(source);
      if (!parsed.ok) {
        counted.fail(`not accepted, ${parsed.problems[0]?.message}: ${source}`);
        continue;
      }
      const inProcess = count > bombs.length || index % processEvery === 0;
      const seen = inProcess ? await apart(parsed.code) : await here(parsed.code);
      mostMs = Math.max(mostMs, seen.ms);
      mostMiB = Math.max(mostMiB, seen.grownMiB ?? 0);
      const broken = wrong(seen);
      if (broken === null) counted.pass();
      else counted.fail(`${broken}: ${source}`);
      progress(index);
    }
    return counted.finding({
      'memory grown at most, MiB': Math.round(mostMiB),
      'slowest, ms': Math.round(mostMs),
    });
  },
};
