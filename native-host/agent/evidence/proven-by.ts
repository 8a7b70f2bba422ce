import type { Finding } from '../../../shared/objective.ts';
import { type FindingMatch, matchFinding, type ShownText } from './match-finding.ts';

const shownOf = new WeakMap<Finding, ShownText>();

/** Whether a sentence says what one finding says: nothing more, nothing else, and as sure. */
export function provenBy(sentence: string, finding: Finding): boolean {
  return isSaid(sentence, matchFinding(sentence, [shown(finding)]));
}

/** Whether a sentence says what several findings say together. */
export function provenByAll(sentence: string, findings: readonly Finding[]): boolean {
  const titles = [...new Set(findings.map(({ title }) => title))];
  const text = findings.map((one) => one.text.replace(/([^.!?。])$/u, '$1.')).join(' ');
  const title = titles.length === 1 ? (titles[0] ?? '') : '';
  return isSaid(sentence, matchFinding(sentence, [{ url: '', title, part: 1, text }]));
}

function isSaid(sentence: string, match: FindingMatch): boolean {
  const isProven = match.kind === 'exact' || match.kind === 'close';
  return isProven && match.text === sentence.replace(/\s+/gu, ' ').trim();
}

function shown(finding: Finding): ShownText {
  const known = shownOf.get(finding);
  if (known !== undefined) return known;
  const { url, title, part, text, quote } = finding;
  const made = { url, title, part, text: text === quote ? quote : `${text}\n\n${quote}` };
  shownOf.set(finding, made);
  return made;
}
