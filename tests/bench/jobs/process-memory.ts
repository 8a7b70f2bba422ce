import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes that processes of a data folder hold; what they share is counted once (proportional set size). */
export type JobMemory = Readonly<{ workers: number; authority: number; browsers: number; relays: number }>;

/** The processes that were started with this data folder in their environment, and so all that a worker leads to. */
export function memoryOf(home: string): JobMemory {
  const found = { workers: 0, authority: 0, browsers: 0, relays: 0 };
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    if (!`\0${read(name, 'environ')}`.includes(`\0LOCALAGENT_HOME=${home}\0`)) continue;
    found[kindOf(read(name, 'cmdline'))] +=
      Number(/^Pss:\s+([0-9]+) kB/m.exec(read(name, 'smaps_rollup'))?.[1] ?? 0) / 1024;
  }
  return found;
}

function kindOf(commandLine: string): keyof JobMemory {
  if (commandLine.includes('cli.mjs')) return 'workers';
  if (commandLine.includes('relay.mjs')) return 'relays';
  return /chrom|crashpad/i.test(commandLine.split('\0')[0] ?? '') ? 'browsers' : 'authority';
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended between the two looks.
    return '';
  }
}
