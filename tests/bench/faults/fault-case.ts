import type { Caller, Outcome } from './caller.ts';
import type { CasePages, Mounted } from './fault-site.ts';

// One kind of page on which browser tools go wrong, what a competent caller would first do on it, and how one can tell
// what really happened without asking the tool.

export type FaultCase = Readonly<{
  name: string;
  kind: string;
  /** Pages by path; a function where they have to be made first. */
  pages: CasePages | (() => Promise<CasePages>);
  /** Tools that offer something for it; left out: all. */
  play(stage: Stage): Promise<Finding>;
  timeoutMs?: number;
}>;

/** `right`: what should have come about did. `harm`: something came about that nobody asked for. */
export type Finding = Readonly<{ right: boolean; harm: string | null; seen: string }>;

export type Stage = Readonly<{
  tool: Caller;
  site: Mounted;
  /** The page said exactly this, after it had time to say more. */
  said(...wanted: readonly string[]): Promise<Finding>;
  /** What was read holds all of `wanted`, and nothing of `never`. */
  holds(outcome: Outcome, wanted: readonly string[], never?: readonly string[]): Finding;
  /** The tool said no, in words that fit; it is no failure of the tool then. */
  refuses(outcome: Outcome, words?: RegExp): Finding;
  /** The call went well, whatever it did. */
  accepts(outcome: Outcome): Finding;
  is(right: boolean, seen: string): Finding;
  /** Text that the page shows in an element just now, read past the tool. */
  shown(css: string): Promise<string>;
}>;

export type Judgement = 'pass' | 'wrong' | 'honest' | 'no tool' | 'broken';

export type CaseResult = Readonly<{
  name: string;
  kind: string;
  judgement: Judgement;
  /** What was wrong: what the page felt, or what the tool said. */
  seen: string;
  ms: number;
  /** It took longer than a case may. */
  timedOut: boolean;
}>;

/** All of several findings. */
export function all(...findings: readonly Finding[]): Finding {
  const lacking = findings.filter(({ right, harm }) => !right || harm !== null);
  return {
    right: findings.every(({ right }) => right),
    harm: findings.find(({ harm }) => harm !== null)?.harm ?? null,
    seen: lacking.map(({ seen }) => seen).join('; '),
  };
}

/** The better of two: where more than one answer is right. */
export function either(one: Finding, other: Finding): Finding {
  return one.right && one.harm === null ? one : other.right && other.harm === null ? other : all(one, other);
}
