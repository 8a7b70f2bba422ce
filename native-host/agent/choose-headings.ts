import { contentWords, sharedWords } from './content-words.ts';
import { type AgentState, openItems, type PageLook } from './state.ts';

const headingsMax = 14;
/** Headings that are kept for their words; the others tell what each part is about. */
const wantedMax = 8;

type Heading = PageLook['outline'][number];

/** Of a long outline: the headings that share words with what is wanted, then the first of each part, in the order of the page. */
export function chooseHeadings(state: AgentState, { outline }: PageLook): readonly Heading[] {
  if (outline.length <= headingsMax) return outline;
  const items = openItems(state).map(({ text }) => text);
  const wanted = new Set(contentWords([state.assignment.objective, ...items].join(' ')));
  const scored = outline.map((one, at) => ({ at, part: one.part, score: sharedWords(one.heading, wanted) }));
  const likely = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
  const kept = new Set(likely.slice(0, wantedMax).map(({ at }) => at));
  for (const { at, part } of scored) {
    if (kept.size >= headingsMax) break;
    const isFirst = scored.findIndex((one) => one.part === part) === at;
    if (isFirst) kept.add(at);
  }
  return outline.filter((_, at) => kept.has(at));
}
