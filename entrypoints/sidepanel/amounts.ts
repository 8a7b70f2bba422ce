// Numbers, sizes and times as a person reads them.

/** `0:07`, `12:40`, `1:02:03`: minutes and seconds always stand at the same place. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** How long one step or call took: `80 ms`, `1.4 s`, `2:05`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return elapsedText(ms);
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** `812 bytes`, `4.2 kB`; thousands, as file managers count. */
export function bytesText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit: (typeof units)[number] = 'bytes';
  for (const next of units.slice(1)) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return unit === 'bytes' ? `${value} bytes` : `${value.toFixed(value < 9.95 ? 1 : 0)} ${unit}`;
}

/** `Today 14:02`, `Yesterday 09:15`, `3 Mar 09:15`, and with the year when it is another one. */
export function whenText(iso: string, now: Date): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return `Today ${time}`;
  if (days === 1) return `Yesterday ${time}`;
  const sameYear = at.getFullYear() === now.getFullYear();
  const date = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return `${date} ${time}`;
}

/** `1 step`, `3 steps`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The month before `now` in the form a month field holds: `2026-08`. */
export function lastMonth(now: Date): string {
  const month = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
