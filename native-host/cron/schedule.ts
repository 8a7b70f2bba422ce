import { Cron } from 'croner';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

// When something is due. Four forms:
//   30 6 * * 1-5              a cron expression of five fields, or six with seconds first, in the entry's time zone
//   @every:15m                again and again from when it was added: m, h or d, at least a minute
//   @at:06:30                 every day at that time of the time zone
//   @once:2026-07-01T06:30    once, at that time of the time zone
// When clocks go forward, what falls into the missing hour is due at its end; when they go back, it is due once.

/** Instants that are counted; how many more there were is not worth the time. */
const countedMax = 1_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export type Schedule = {
  /** The first instant after a time; null: there is none any more. */
  next(after: number): number | null;
  /** The last instant up to a time, its bound included, that is after another; null: there is none. */
  last(after: number, until: number): number | null;
};

/** Reads an entry's schedule; `from` is when it was added, in milliseconds since the epoch. */
export function readSchedule(text: string, zone: string, from: number): Result<Schedule> {
  if (!isZone(zone)) {
    const hint = 'Give a name such as Europe/Berlin, or UTC.';
    return failed(fault('bad-arguments', `There is no time zone "${zone}".`, hint));
  }
  const [, form = '', rest = ''] = /^@([a-z]+)[: ](.*)$/.exec(text.trim()) ?? [];
  if (form === 'every') return readEvery(rest.trim(), from);
  if (form === 'at') {
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(rest.trim()) ?? [];
    return minute === undefined ? notRead(text) : readCron(`${Number(minute)} ${Number(hour)} * * *`, zone);
  }
  if (form === 'once')
    return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(rest) ? readCron(rest, zone) : notRead(text);
  return form === '' ? readCron(text, zone) : notRead(text);
}

/** How many instants lie after a time and up to another: counted up to a bound. */
export function countBetween(schedule: Schedule, after: number, until: number): number {
  let count = 0;
  for (let at = schedule.next(after); at !== null && at <= until && count < countedMax; count += 1) {
    at = schedule.next(at);
  }
  return count;
}

function readCron(pattern: string, zone: string): Result<Schedule> {
  try {
    const cron = new Cron(pattern, { timezone: zone, paused: true });
    const once = cron.getOnce();
    if (once !== null) return ok(onlyAt(once.getTime()));
    return ok({
      next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null,
      last: (after, until) => {
        // The library looks before a time, and the bound counts too.
        const before = cron.previousRuns(1, new Date(until + 1_000))[0]?.getTime() ?? null;
        const at =
          before !== null && before > until ? cron.previousRuns(1, new Date(before))[0]?.getTime() : before;
        return at === null || at === undefined || at <= after ? null : at;
      },
    });
  } catch {
    return notRead(pattern);
  }
}

function onlyAt(at: number): Schedule {
  return {
    next: (after) => (at > after ? at : null),
    last: (after, until) => (at > after && at <= until ? at : null),
  };
}

function readEvery(text: string, from: number): Result<Schedule> {
  const [, count = '', unit = ''] = /^(\d{1,5})\s*([mhd])$/.exec(text) ?? [];
  const period = Number(count) * (units[unit] ?? 0);
  if (period < 60_000) return notRead(`@every:${text}`);
  return ok({
    next: (after) => from + (Math.max(0, Math.floor((after - from) / period)) + 1) * period,
    last: (after, until) => {
      const at = from + Math.floor((until - from) / period) * period;
      return at > from && at > after ? at : null;
    },
  });
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function notRead(text: string): Result<never> {
  const hint =
    'Write five fields ("30 6 * * 1-5"), @every:15m, @at:06:30, or @once:2026-07-01T06:30; see docs/jobs.md.';
  return failed(
    fault('bad-arguments', `"${text.slice(0, 100)}" is no time at which something can be due.`, hint),
  );
}
