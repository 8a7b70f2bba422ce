import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { matchFinding, type ShownText } from '../../../../native-host/agent/evidence/match-finding.ts';

// `pairs.json`: pages in thirteen languages, and findings about them with the verdict that is right. `accept`: the page says it.
// `page`: the page says more or is less sure, so that only its own words may be recorded, or nothing. `reject`: it does not say it.

const Pairs = z.strictObject({
  pages: z.record(z.string(), z.strictObject({ language: z.string(), title: z.string(), text: z.string() })),
  pairs: z.array(
    z.strictObject({
      page: z.string(),
      kind: z.string(),
      finding: z.string(),
      verdict: z.enum(['accept', 'page', 'reject']),
    }),
  ),
});

export type Judged = {
  readonly language: string;
  readonly kind: string;
  readonly finding: string;
  readonly wanted: 'accept' | 'page' | 'reject';
  /** What is recorded, or null. */
  readonly recorded: string | null;
  /** Something is recorded that the page does not say, or says otherwise. */
  readonly isFalse: boolean;
};

/** Every labelled pair with what becomes of it. */
export function judgeLabelledPairs(): readonly Judged[] {
  const { pages, pairs } = Pairs.parse(
    JSON.parse(readFileSync(new URL('pairs.json', import.meta.url), 'utf8')),
  );
  const shownOf = new Map<string, ShownText>();
  for (const [id, { title, text }] of Object.entries(pages)) {
    shownOf.set(id, { url: `https://example.com/${id}`, title, part: 1, text });
  }
  return pairs.map(({ page, kind, finding, verdict: wanted }) => {
    const shown = shownOf.get(page);
    if (shown === undefined) throw new Error(`no page ${page}`);
    const match = matchFinding(finding, [shown]);
    const recorded = match.kind === 'exact' || match.kind === 'close' ? match.text : null;
    const isFalse = wanted === 'reject' ? recorded !== null : wanted === 'page' && recorded === finding;
    return { language: pages[page]?.language ?? '', kind, finding, wanted, recorded, isFalse };
  });
}
