/** A line of a worker's log. */
export type LogLine = Readonly<{ at: string; event: string } & Record<string, unknown>>;

/** One job as the log of its worker tells it. `answeredFromBefore`: it had run already, and its result was told again. */
export type ToldJob = Readonly<{
  key: string;
  answeredFromBefore: boolean;
  ms: number;
  idleBeforeMs: number | null;
}>;

/** The jobs of one worker with one place, in order. */
export function jobsOf(lines: readonly LogLine[]): readonly ToldJob[] {
  const jobs: ToldJob[] = [];
  let open: { key: string; known: boolean; idle: number | null } | null = null;
  let endedAt: number | null = null;
  for (const { at, event, key, state, ms, channel } of lines) {
    if (channel !== 'step-functions') continue;
    const time = Date.parse(at);
    if (event === 'job.received') {
      open = { key: String(key), known: state !== 'new', idle: endedAt === null ? null : time - endedAt };
    } else if (event === 'job.ended' && open !== null) {
      jobs.push({ key: open.key, answeredFromBefore: open.known, ms: Number(ms), idleBeforeMs: open.idle });
      endedAt = time;
      open = null;
    }
  }
  return jobs;
}
