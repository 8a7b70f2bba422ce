import type { Receipt } from '../../shared/receipt.ts';

/** What one rule has decided of late. */
export type RuleUse = {
  readonly allowed: number;
  readonly asked: number;
  readonly refused: number;
  /** The newest first, at most `shownMax`. */
  readonly latest: readonly Receipt[];
};

const shownMax = 5;

/** Counts the receipts that a rule had part in. A verdict names the rule's id, or the id, a dot and which part of it. */
export function ruleUse(id: string, receipts: readonly Receipt[]): RuleUse {
  const own = receipts
    .filter(({ verdict }) => verdict.policies.some((policy) => policy === id || policy.startsWith(`${id}.`)))
    .sort((a, b) => b.started_at.localeCompare(a.started_at));
  const asked = own.filter(({ approval }) => approval !== null);
  const refused = own.filter(({ approval, verdict }) => approval === null && verdict.decision === 'deny');
  return {
    allowed: own.length - asked.length - refused.length,
    asked: asked.length,
    refused: refused.length,
    latest: own.slice(0, shownMax),
  };
}
