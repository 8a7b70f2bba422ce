import { contentWords } from '../../../native-host/agent/content-words.ts';
import type { FindingMatch } from '../../../native-host/agent/evidence/match-finding.ts';
import type { Evidence, ShownText } from '../../../native-host/agent/ports.ts';

// Evidence in the simplest form that rules and loop can be tested with: words in common, and nothing finer.

const wordsOf = (text: string): ReadonlySet<string> => new Set(contentWords(text));

function shareOf(text: string, span: string): number {
  const words = contentWords(text);
  const there = wordsOf(span);
  return words.length === 0 ? 0 : words.filter((word) => there.has(word)).length / words.length;
}

function match(text: string, shown: readonly ShownText[]): FindingMatch {
  const spans = shown.flatMap((one) =>
    one.text
      .split(/(?<=[.!?])\s+|\n+/)
      .map((sentence) => ({ ...one, sentence, share: shareOf(text, sentence) })),
  );
  const [best] = [...spans].sort((a, b) => b.share - a.share);
  const missing = contentWords(text).filter((word) => !shown.some((one) => wordsOf(one.text).has(word)));
  if (best === undefined || best.share < 0.4) return { kind: 'refused', missing };
  if (best.share < 1) return { kind: 'send-back', closest: best.sentence, missing };
  const { sentence, url, title, part } = best;
  return { kind: 'exact', text, quote: sentence, url, title, part };
}

export const fakeEvidence: Evidence = {
  matchFinding: match,
  duplicateOf: (text, findings) =>
    findings.find((one) => [...wordsOf(one.text)].sort().join() === [...wordsOf(text)].sort().join()) ?? null,
  makeChecklist: (proposed, objective) =>
    (proposed.length === 0 ? [objective] : proposed).map((text, at) => ({ n: at + 1, text, state: 'open' })),
  coverage: (items, findings) => ({
    decided: items.flatMap((item) =>
      findings.some((finding) => finding.items.includes(item.n))
        ? [{ ...item, state: 'found' as const }]
        : [],
    ),
    undecided: items.filter(({ text }) => text.includes('(vague)')).map(({ n }) => n),
  }),
  gapClaimHolds: ({ text }, findings) =>
    !contentWords(text).every((word) => findings.some((finding) => wordsOf(finding.quote).has(word))),
  verifyFinish: ({ findings, items, missing }) => {
    const open = items.filter(({ n, state }) => state === 'open' && !missing.includes(n));
    if (findings.length === 0 && missing.length === 0)
      return { ok: false, reason: 'Nothing is recorded.', next: 'SEARCH, or name what is missing.' };
    if (open.length === 0) return { ok: true };
    return {
      ok: false,
      reason: `Item ${open[0]?.n} is not found.`,
      next: 'Read on, or put it into "missing".',
    };
  },
  checkedAnswer: (markdown) => (markdown.includes('[') ? markdown.trim() : null),
  plainAnswer: ({ findings }) => findings.map(({ n, quote }) => `${quote} [${n}]`).join('\n\n'),
  fragmentLink: (url, quote) => `${url}#:~:text=${encodeURIComponent(quote.slice(0, 40))}`,
};
