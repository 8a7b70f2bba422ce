import type { Finding, ObjectiveView, TokenUse, TurnView } from '../../shared/objective.ts';
import type { ModelListing } from '../../shared/protocol/control-messages.ts';
import { type RunView, wasInterrupted } from '../../shared/run.ts';
import { countText, durationText } from './amounts.ts';
import { isOver } from './run-story.ts';

// Words about objectives for the person at the panel.

/** What the first page offers while nothing is written. `page`: only beside a page that can be begun at. */
export const examples: readonly { readonly text: string; readonly page: boolean }[] = [
  { text: 'How tall is the tallest mountain in Africa, in metres and in feet?', page: false },
  { text: 'Compare how Python and Go handle errors, with two sources for each', page: false },
  { text: 'List what this page says in five points', page: true },
];

/** One sentence under the status of an objective run: what it means and what can be done. */
export function objectiveSentence(run: RunView, objective: ObjectiveView): string {
  if (objective.question !== null && !isOver(run))
    return 'It asks you something. Answer below, and it goes on.';
  switch (run.status) {
    case 'running':
      return objective.read_only
        ? 'It only reads. You can keep working in other tabs.'
        : 'You can keep working in other tabs. What changes something is asked first where your rules say so.';
    case 'waiting_approval':
      return 'Nothing happens until you decide below.';
    case 'paused':
      return 'It is your turn: do what you like in its pages. When you hand back, it looks at them anew and goes on.';
    case 'succeeded':
      return endSentence(objective);
    case 'failed':
      if (wasInterrupted(run))
        return 'LocalAgent was ended in the middle. What it found until then is below and in the report.';
      return 'It could not go on. What it found until then is below and in the report.';
    case 'refused':
      return 'A rule or your answer did not allow it. What it found until then is below.';
    case 'cancelled':
      return 'Stopped before the end. What it found until then is below and in the report.';
    case 'outcome_unknown':
      return 'The connection broke during an act, so it may or may not have taken effect. Look at the site before you go on; it is never repeated by itself.';
  }
}

function endSentence({ checklist, findings, pages }: ObjectiveView): string {
  const missing = checklist.filter(({ state }) => state !== 'found').length;
  const read = `${countText(findings.length, 'finding')} from ${countText(pages.length, 'page')}.`;
  return missing === 0 ? read : `${read} ${countText(missing, 'point')} could not be found.`;
}

/** The line of a turn: what it does, in words for people. */
export function turnTitle(turn: TurnView): string {
  if (turn.action === 'THINK') return decideWords;
  return turn.words === '' ? turn.action.toLowerCase().replaceAll('_', ' ') : turn.words;
}

const decideWords = 'Decide what to do next';

/** What the model is at while no turn is going on. */
export function betweenTurnsTitle(last: TurnView): string {
  return last.action === 'FINISH' && last.state === 'done' ? 'Write the result' : decideWords;
}

/** What is said about a model that takes its time; empty while nothing needs saying. */
export function waitingWords(waitedMs: number, tokens: TokenUse): string {
  if (waitedMs < slowMs) return '';
  if (tokens.calls === 0)
    return 'The model is being loaded or reads for the first time. That can take a while.';
  const each = tokens.model_ms / tokens.calls;
  const usual = `Its answers took ${durationText(each)} so far.`;
  return waitedMs > each * 3 && waitedMs > longMs
    ? `The model takes longer than usual. ${usual} You can go on waiting, or stop: the report is written either way.`
    : `The model is reading or writing. ${usual}`;
}

const slowMs = 8_000;
const longMs = 60_000;

/** `950`, `12,400`, `1.2 M`: short enough for its box at any size. */
export function tokensText(count: number): string {
  return count < 1_000_000 ? count.toLocaleString('en-GB') : `${(count / 1_000_000).toFixed(1)} M`;
}

/** The site of an address, without what every site has. */
export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url;
}

/** Where a finding was read: site, and part where the page has several. */
export function placeWords({ url, part }: Pick<Finding, 'url' | 'part'>): string {
  return part > 1 ? `${siteOf(url)}, part ${part}` : siteOf(url);
}

export const itemWords = { open: 'Looking for it', found: 'Found', missing: 'Not found' } as const;

/** Where a model's questions go, in one short phrase. */
export function modelPlace({ remote, place }: Pick<ModelListing, 'remote' | 'place'>): string {
  return remote ? `leaves this computer, to ${place}` : `on this computer`;
}

/** `32,768 tokens`, or that it is not known. */
export function contextText(tokens: number | null): string {
  return tokens === null ? 'not known' : `${tokensText(tokens)} tokens`;
}

/** The model that a run gets when none is named. */
export function modelInUse(models: readonly ModelListing[]): ModelListing | null {
  return models.find((model) => model.in_use) ?? models[0] ?? null;
}
