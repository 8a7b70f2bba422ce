import type { Finding } from '../../../shared/objective.ts';
import type { Comparison, Condition } from './conditions-of.ts';
import { readText } from './read-text.ts';
import { timesIn } from './times-in.ts';
import { inBaseUnit, isCurrency } from './units.ts';
import type { Word } from './words-of.ts';

/** Whether the copied words of findings show a condition: a number within the limit, the year, the unit wanted. */
export function holdsCondition(condition: Condition, findings: readonly Finding[]): boolean {
  const words = findings.flatMap(({ quote, text }) => readText(`${quote}\n${text}`).words);
  const numbers = words.filter(({ kind }) => kind === 'number');
  switch (condition.kind) {
    case 'time':
      return findings.some((finding) =>
        timesOf(finding).some((time) => compares(time, condition.comparison, condition.minutes)),
      );
    case 'free':
      return findings.some((finding) => isFree(finding, condition.on));
    case 'unit':
      return numbers.some(({ unit }) => unit === condition.unit);
    case 'date':
      return numbers.some(({ key }) =>
        yearsIn(key).some((year) => compares(year, condition.comparison, condition.year)),
      );
    case 'amount':
      return numbers.some((number) => {
        const value = valueIn(number, condition.unit);
        return value !== null && compares(value, condition.comparison, condition.value);
      });
  }
}

/** Whether a finding itself shows that a condition is not met: it has a value of the kind, and none within the limit. */
export function breaksCondition(condition: Condition, finding: Finding): boolean {
  if (holdsCondition(condition, [finding])) return false;
  const numbers = readText(`${finding.quote}\n${finding.text}`).words.filter(({ kind }) => kind === 'number');
  switch (condition.kind) {
    case 'time':
      return timesOf(finding).length > 0;
    case 'free':
      return numbers.some(({ unit }) => unit !== null && isCurrency(unit)) || freeWords.test(finding.quote);
    case 'amount':
      return condition.unit !== null && numbers.some((number) => valueIn(number, condition.unit) !== null);
    case 'date':
    case 'unit':
      return false;
  }
}

function timesOf({ quote, text }: Finding): readonly number[] {
  return timesIn(`${quote}\n${text}`).map(({ minutes }) => minutes);
}

const freeWords = /(?<!\bnot )\b(?:free|kostenlos|gratis|gratuite?s?|gratuitos?)\b/iu;

/** In one clause: "6 € on Sundays, free on Tuesdays" is not free on Sundays. */
function isFree({ quote, text }: Finding, on: string | null): boolean {
  const clauses = `${quote}\n${text}`.split(/[,;:\n.|]/u);
  return clauses.some(
    (clause) => freeWords.test(clause) && (on === null || clause.toLowerCase().includes(on.toLowerCase())),
  );
}

/** A number's value in the unit of the condition; null where it measures something else. */
function valueIn({ key, unit }: Word, wanted: string | null): number | null {
  const value = Number(key);
  if (!Number.isFinite(value)) return null;
  if (wanted === null || unit === wanted) return value;
  if (unit === null || isCurrency(wanted) || isCurrency(unit)) return null;
  const [from, to] = [inBaseUnit(unit), inBaseUnit(wanted)];
  return from !== null && to !== null && from.kind === to.kind ? (value * from.factor) / to.factor : null;
}

function yearsIn(key: string): readonly number[] {
  return [...key.matchAll(/\d{4}/g)].map(([year]) => Number(year));
}

function compares(value: number, comparison: Comparison, limit: number): boolean {
  switch (comparison) {
    case 'less':
      return value < limit;
    case 'at_most':
      return value <= limit;
    case 'more':
      return value > limit;
    case 'at_least':
      return value >= limit;
    case 'is':
      return value === limit;
  }
}
