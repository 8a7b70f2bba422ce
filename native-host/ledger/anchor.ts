import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import type { CheckpointKey } from './checkpoint.ts';
import type { Problem } from './verify.ts';
import { signatureProblem } from './verify-checkpoints.ts';

/** What a place outside the database remembers of it: the hash of one row, with the signature where it has one. */
export type Anchor = {
  /** Where it was found, for the person: a file, a browser profile, a run's report. */
  readonly where: string;
  readonly seq: number;
  readonly hash: string;
  readonly checkpoint: LedgerCheckpoint | null;
};

/** Looks for the rows that anchors name, as the rows pass by. */
export class AnchorWatch {
  readonly count: number;
  readonly #bySeq = new Map<number, Anchor[]>();
  #problem: Problem | null = null;

  /** Anchors of rows that were compacted away say nothing any more. */
  constructor(anchors: readonly Anchor[], key: CheckpointKey, base: number) {
    const kept = anchors.filter(({ seq }) => seq > base);
    this.count = kept.length;
    for (const anchor of kept) {
      const { checkpoint, where, seq } = anchor;
      if (checkpoint !== null) this.#problem ??= signatureProblem(key, checkpoint, `The anchor in ${where}`);
      this.#bySeq.set(seq, [...(this.#bySeq.get(seq) ?? []), anchor]);
    }
  }

  row(seq: number, hash: string): void {
    for (const anchor of this.#bySeq.get(seq) ?? []) {
      if (anchor.hash === hash) continue;
      const reason = `Row ${seq} is not the one that ${anchor.where} remembers: the ledger was written anew.`;
      this.#problem ??= { kind: 'broken', at: seq, reason };
    }
    this.#bySeq.delete(seq);
  }

  atEnd(seq: number): Problem | null {
    const beyond = [...this.#bySeq.values()].flat().sort((a, b) => b.seq - a.seq)[0];
    if (this.#problem !== null || beyond === undefined) return this.#problem;
    const reason = `The ledger ends at row ${seq}, but ${beyond.where} remembers row ${beyond.seq}.`;
    return { kind: 'truncated', at: seq + 1, reason };
  }
}
