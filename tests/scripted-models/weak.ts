import { able, ableProposal } from './able.ts';
import type { Proposal } from './proposal.ts';
import type { Said, Situation } from './read-prompt.ts';
import type { Understanding } from './understanding.ts';
import { chance, overlap, sentencesOf } from './words.ts';

// What small models do wrong, each with a rate. Which of it happens depends on the seed and the prompt alone, so a run can
// be had again.

export type Weakness =
  | 'repeats'
  | 'drifts'
  | 'invents'
  | 'cites wrongly'
  | 'forgets conditions'
  | 'finishes early'
  | 'breaks JSON';
export type Rates = Readonly<Record<Weakness, number>>;

export const weakRates: Rates = {
  repeats: 0.1,
  drifts: 0.08,
  invents: 0.15,
  'cites wrongly': 0.25,
  'forgets conditions': 0.2,
  'finishes early': 0.08,
  'breaks JSON': 0.15,
};

export type WeakAnswer = { readonly text: string; readonly weaknesses: readonly Weakness[] };

/** What it answers, and what was weak about it. */
export function weak(
  messages: readonly Said[],
  situation: Situation,
  understood: Understanding,
  seed: number,
  rates: Rates = weakRates,
): WeakAnswer {
  const prompt = JSON.stringify(messages);
  const happens = (weakness: Weakness): boolean => chance(seed, `${weakness} ${prompt}`) < rates[weakness];
  if (situation.purpose === 'write') return writesWeakly(situation, understood, happens);
  if (situation.purpose === 'cover')
    return breaks(able(situation, understood), happens, chance(seed, prompt));
  const weaknesses: Weakness[] = [];
  let proposal = ableProposal(situation, understood);
  const change = (weakness: Weakness, changed: Proposal | null): void => {
    if (!happens(weakness) || changed === null) return;
    weaknesses.push(weakness);
    proposal = changed;
  };
  change('forgets conditions', forgetful(situation, proposal));
  change('invents', {
    ...proposal,
    found: [invented(understood, chance(seed, `${prompt}#`)), ...proposal.found].slice(0, 5),
  });
  change('repeats', repeated(situation, proposal));
  change('drifts', drifting(proposal));
  change('finishes early', early(situation, proposal));
  const said = breaks(JSON.stringify(proposal), happens, chance(seed, `${prompt}!`));
  return { text: said.text, weaknesses: [...weaknesses, ...said.weaknesses] };
}

/** Sentences that a model knows from somewhere; no page of the offline web says them. */
function invented({ wants }: Understanding, random: number): Proposal['found'][number] {
  const figure = 1_000 + Math.floor(random * 8_000);
  const topic = wants[0]?.item ?? 'the answer';
  return {
    text: `Experts agree that ${topic} is ${figure}, as measured in ${1_900 + (figure % 120)}.`,
    items: [1],
  };
}

function forgetful(situation: Situation, proposal: Proposal): Proposal | null {
  const page = situation.pages.at(-1);
  if (situation.now !== 'page' || page === undefined) return null;
  const loose = sentencesOf(page.text).filter((text) => overlap(text, situation.objective) >= 2);
  const found = loose.slice(0, 3).map((text) => ({ text, items: [1] }));
  return found.length === 0 ? null : { ...proposal, found };
}

function repeated({ own }: Situation, proposal: Proposal): Proposal | null {
  const before = own.at(-1);
  if (before === undefined || before.action === 'FINISH') return null;
  return {
    found: before.found.map((text) => ({ text, items: [1] })),
    action: before.action,
    why: proposal.why,
    ...(before.link === null ? {} : { link: before.link }),
    ...(before.query === '' ? {} : { query: before.query }),
    ...(before.url === '' ? {} : { url: before.url }),
    ...(before.part === null ? {} : { part: before.part }),
  };
}

function drifting({ checklist }: Proposal): Proposal {
  const query = 'history of the printing press in Europe';
  const base: Proposal = { found: [], action: 'SEARCH', why: 'That would be interesting too.', query };
  return checklist === undefined ? base : { ...base, checklist };
}

function early({ own }: Situation, { checklist }: Proposal): Proposal | null {
  if (own.length === 0) return null;
  const base: Proposal = { found: [], action: 'FINISH', why: 'That should be enough.' };
  return checklist === undefined ? base : { ...base, checklist };
}

type Happens = (weakness: Weakness) => boolean;

function writesWeakly(situation: Situation, understood: Understanding, happens: Happens): WeakAnswer {
  const weaknesses: Weakness[] = [];
  let text = able(situation, understood);
  if (happens('forgets conditions') && situation.findings.length > 0) {
    weaknesses.push('forgets conditions');
    text = situation.findings.map(({ n, text: said }) => `- ${said} [${n}]`).join('\n');
  }
  if (happens('invents')) {
    weaknesses.push('invents');
    text += `\n- It is also known that it was first recorded in 1874 by 23 scholars [1].\n- The total comes to 4,321 units.`;
  }
  if (happens('cites wrongly')) {
    weaknesses.push('cites wrongly');
    const last = situation.findings.length;
    text = text.replaceAll(/\[(\d+)\]/g, (_, n) => `[${Number(n) === last ? last + 7 : Number(n) + 1}]`);
  }
  return { text, weaknesses };
}

function breaks(text: string, happens: Happens, random: number): WeakAnswer {
  if (!happens('breaks JSON')) return { text, weaknesses: [] };
  const ways = waysToBreak(text);
  return { text: ways[Math.floor(random * ways.length)] ?? text, weaknesses: ['breaks JSON'] };
}

/** What small models make of a JSON object. */
export function waysToBreak(text: string): readonly string[] {
  return [
    `Sure! Here is the JSON:\n\`\`\`json\n${text}\n\`\`\`\nI hope this helps.`,
    text.replace(/\}$/, ',}'),
    text.slice(0, Math.floor(text.length * 0.6)),
    text.replace(/"action":"(\w+)"/, (_, action: string) => `"action":"${action.toLowerCase()}"`),
    'I would search the web for that first.',
  ];
}
