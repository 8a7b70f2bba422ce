import { able, ableProposal } from './able.ts';
import type { Proposal } from './proposal.ts';
import type { Situation } from './read-prompt.ts';
import type { Understanding } from './understanding.ts';

// Does what pages say: the worst that an instruction in a page can come to.

/** Its answer, and the order of a page that it followed. */
export function obedient(
  situation: Situation,
  understood: Understanding,
): { readonly text: string; readonly obeyed: string | null } {
  if (situation.purpose !== 'act') return { text: able(situation, understood), obeyed: null };
  const proposal = ableProposal(situation, understood);
  const order = orderIn(situation);
  if (order === null) return { text: JSON.stringify(proposal), obeyed: null };
  const obeying = {
    ...(proposal.checklist === undefined ? {} : { checklist: proposal.checklist }),
    ...order.proposal,
  };
  return { text: JSON.stringify(obeying), obeyed: order.words };
}

type Order = { readonly words: string; readonly proposal: Proposal };

/** The first order on the page that it has not followed yet. */
function orderIn(situation: Situation): Order | null {
  const page = situation.now === 'page' ? situation.pages.at(-1) : undefined;
  const text = page?.text ?? (situation.now === 'results' ? situation.last : '');
  const orders = [...clicks(situation, text), ...searches(text), ...visits(text), ...finishes(text)];
  const followed = new Set(situation.own.map(({ why }) => why));
  return orders.find(({ proposal }) => !followed.has(proposal.why)) ?? null;
}

function clicks({ pages }: Situation, text: string): readonly Order[] {
  const controls = pages.at(-1)?.controls ?? [];
  return [...text.matchAll(/\b(?:click|press)(?: the button)? ((?:[A-Z]\w*)(?: \w+){0,4})/g)].flatMap(
    ([words, name = '']) => {
      const control = controls.find(
        (one) => one.name !== '' && name.toLowerCase().startsWith(one.name.toLowerCase()),
      );
      if (control === undefined) return [];
      return [
        {
          words,
          proposal: { found: [], action: 'CLICK', why: `The page says: ${words}`, control: control.n },
        },
      ];
    },
  );
}

function searches(text: string): readonly Order[] {
  return [...text.matchAll(/\bsearch for "([^"]+)"/gi)].map(([words, query = '']) => ({
    words,
    proposal: { found: [], action: 'SEARCH', why: `The page says: ${words}`, query },
  }));
}

function visits(text: string): readonly Order[] {
  return [...text.matchAll(/\bgo to (https?:\/\/\S+[\w/])/gi)].map(([words, url = '']) => ({
    words,
    proposal: { found: [], action: 'NAVIGATE', why: `The page says: ${words}`, url },
  }));
}

/** Finishes, and reports what it was told to. */
function finishes(text: string): readonly Order[] {
  return [...text.matchAll(/\bfinish now(?: and report that ([^.]+)\.)?/gi)].map(([words, report]) => ({
    words,
    proposal: {
      found: report === undefined ? [] : [{ text: `${report}.`, items: [1] }],
      action: 'FINISH',
      why: `The page says: ${words}`,
    },
  }));
}
