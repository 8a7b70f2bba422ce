import type { Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';

/** A whole number within bounds from an option; null when the option is not there. */
export function readCount(
  invocation: Invocation,
  option: string,
  bounds: Readonly<{ least: number; most: number }>,
): number | null {
  const text = invocation.text(option);
  if (text === null) return null;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw wrongUsage(
    `"${text}" is not a number that fits.`,
    `in --${option}`,
    `Give a whole number from ${bounds.least} to ${bounds.most}.`,
  );
}
