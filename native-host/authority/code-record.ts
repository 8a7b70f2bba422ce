import { randomUUID } from 'node:crypto';
import { canonicalJson, sha256Hex } from '../../shared/canonical-json.ts';
import { type Fault, FaultError, fault } from '../../shared/faults.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';
import { validateCode as validateTool } from '../../shared/tools/validate-code.ts';
import type { CodePorts } from '../code/ports.ts';
import type { GateDependencies, GateRequest } from '../gate/ports.ts';
import { type CallRecord, type Ending, endingEvent, entry, makeReceipt, recordOf } from '../gate/records.ts';
import { settledAxes } from '../gate/settle.ts';

export type RecordParts = {
  readonly gateParts: Pick<GateDependencies, 'book' | 'approvals' | 'approvalMs' | 'clock'>;
  readonly wasSpent: (jti: string) => boolean;
};

/** What the ledger and the person hear of one call of `validate_code` or `execute_code`. */
export class CodeRecord {
  readonly #parts: RecordParts;
  readonly #request: GateRequest;
  readonly #startedAt: number;
  #record: CallRecord;
  #begun = false;
  approval: Ending['approval'] = null;

  constructor(parts: RecordParts, request: GateRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#startedAt = parts.gateParts.clock();
    this.#record = this.#named(randomUUID(), '');
  }

  /** Something of it is on disk, so its end has to be as well. */
  get begun(): boolean {
    return this.#begun;
  }

  get durationMs(): number {
    return Math.max(0, Math.round(this.#parts.gateParts.clock() - this.#startedAt));
  }

  /** Asks a person about a whole script. */
  async ask(question: Parameters<CodePorts['ask']>[0]): ReturnType<CodePorts['ask']> {
    const { approvals, book, clock, approvalMs } = this.#parts.gateParts;
    const now = clock();
    const approvalId = randomUUID();
    const approval = {
      approval_id: approvalId,
      run_id: null,
      title: question.title,
      acts: question.acts.map((act) => ({ ...act })),
      asked_at: new Date(now).toISOString(),
      expires_at: new Date(now + approvalMs).toISOString(),
    };
    book.append([
      entry(this.#record, 'requested', {}),
      entry(this.#record, 'approval_requested', { approval_id: approvalId, text: question.title }),
    ]);
    this.#begun = true;
    this.#request.onStage?.({ stage: 'asking', approval });
    const { answer, by } = await approvals.ask(
      approval,
      this.#request.signal,
      { caller_id: this.#request.caller.id, page: null },
      this.#request.tool,
    );
    this.#request.onStage?.({ stage: 'answered' });
    if (answer === 'approved')
      book.append([entry(this.#record, 'approved', { approval_id: approvalId, by })]);
    return { answer, by, approval_id: approvalId };
  }

  /** The row that begins the run is what spends the token: durable, and named by it. */
  spend(jti: string, codeHash: string): boolean {
    const { book, clock } = this.#parts.gateParts;
    if (this.#parts.wasSpent(jti)) return false;
    this.#record = this.#named(jti, this.#record.argsHash);
    const axes = { transport: 'running', domain: 'pending', evidence: 'none' } as const;
    const receipt = makeReceipt(
      this.#record,
      { verdict: executeVerdict(null), approval: null, ...axes, fault: null },
      clock(),
    );
    try {
      book.append([
        entry(this.#record, 'requested', {}),
        entry(this.#record, 'started', { code: codeHash, receipt }),
      ]);
    } catch {
      throw new FaultError(ledgerReadOnly);
    }
    this.#begun = true;
    return true;
  }

  #named(callId: string, argsHash: string): CallRecord {
    const known = { call_id: callId, argsHash, startedAt: this.#startedAt };
    return recordOf(this.#request, known, 'read', {
      bucket: 'read',
      concerns: noConcern,
      resource: 'browser',
      target: '',
    });
  }

  /** The arguments by which the ledger knows the call. */
  async nameBy(args: unknown): Promise<void> {
    this.#record = this.#named(this.#record.call_id, await sha256Hex(canonicalJson(args)));
  }

  end(verdict: Verdict, reason: Fault | null, success: boolean): Receipt {
    const { book, clock } = this.#parts.gateParts;
    const tool = this.#request.tool === validateTool.name ? { acts: false } : { acts: true };
    const axes = settledAxes(
      tool,
      reason === null
        ? { ok: true, value: { verified: success, effects: true } }
        : { ok: false, fault: reason },
    );
    const blocked =
      !success && reason === null && verdict.decision === 'deny'
        ? { ...axes, domain: 'blocked' as const }
        : axes;
    const receipt = makeReceipt(
      this.#record,
      { verdict, approval: this.approval, ...blocked, fault: reason },
      clock(),
    );
    const event = !success && reason === null && verdict.decision === 'deny' ? 'denied' : endingEvent(reason);
    const last = entry(this.#record, event, { receipt });
    if (book.readOnly) return receipt;
    if (this.#begun) book.append([last]);
    else for (const row of [entry(this.#record, 'requested', {}), last]) book.queue(row);
    return receipt;
  }
}

const noConcern = [{ resource: { kind: 'none' }, frame_url: null, target: null }] as const;

export const ledgerReadOnly = fault(
  'internal',
  'The ledger cannot be written, so nothing is done.',
  'Free space on the disk or mend its fault, then restart LocalAgent. "localagent doctor" says more.',
);

/** Each call of a script has a verdict of its own; the script as a whole runs by its token. */
export function executeVerdict(reason: Fault | null): Verdict {
  if (reason?.code === 'denied') {
    const named = reason.detail?.['policies'];
    const policies = Array.isArray(named) ? named.map(String) : ['code.token'];
    return { decision: 'deny', policies, reason: reason.message };
  }
  return {
    decision: 'allow',
    policies: ['code.token'],
    reason: 'The script was checked, and its token is spent by this run.',
  };
}
