import { act } from './able-acting.ts';
import { research } from './able-research.ts';
import { cover, write } from './able-writing.ts';
import type { Proposal } from './proposal.ts';
import type { Situation } from './read-prompt.ts';
import type { Understanding } from './understanding.ts';

// Does what a good 7B model does: looks for what is asked, copies the sentence that says it, reads on while something is
// open, does steps in their order, and heeds what it is told when something was sent back.

/** The model's answer to a prompt. */
export function able(situation: Situation, understood: Understanding): string {
  if (situation.purpose === 'write') return write(situation, understood);
  if (situation.purpose === 'cover') return JSON.stringify(cover(situation, understood));
  return JSON.stringify(ableProposal(situation, understood));
}

/** What it proposes in a turn. */
export function ableProposal(situation: Situation, understood: Understanding): Proposal {
  const proposal =
    understood.steps === undefined ? research(situation, understood) : act(situation, understood);
  if (situation.items.length > 0) return proposal;
  return { ...proposal, checklist: understood.wants.map(({ item }) => item) };
}
