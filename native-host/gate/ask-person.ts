import type { Verdict } from '../../shared/receipt.ts';
import { askAbout } from './approve.ts';
import type { Classified } from './classify.ts';
import { grantKey } from './judge-call.ts';
import type { CallParts, Prepared } from './prepare.ts';
import { type CallRecord, entry } from './records.ts';

type Case = {
  readonly record: CallRecord;
  readonly verdict: Verdict;
  readonly prepared: Prepared;
  readonly classified: Classified;
  readonly secretUsed: boolean;
  /** Mark of the rules that ask. */
  readonly under: string | null;
};

type Said = {
  readonly approval_id: string;
  readonly answer: 'approved' | 'denied' | 'timeout';
  readonly by: string;
};

/** Puts one call to the person, with question and yes in the ledger; a yes that reaches further is kept for the caller. */
export async function askPerson(parts: CallParts, one: Case): Promise<Said> {
  const { dependencies, request, tool, standing } = parts;
  const { record, prepared, verdict } = one;
  const { session, page, targets } = prepared;
  const { clock, approvalMs, book } = dependencies;
  const tainted = request.script?.tainted === true;
  const plain = one.classified.concerns.length === 1 && !one.secretUsed && !tainted;
  const asked = askAbout({ record, verdict, targets, plain, now: clock(), waitMs: approvalMs });
  const { approval_id } = asked;
  book.append([
    entry(record, 'requested', {}),
    entry(record, 'approval_requested', { approval_id, text: asked.title }),
  ]);
  request.onStage?.({ stage: 'asking', approval: asked });
  const about = {
    caller_id: request.caller.id,
    page: session === null || page === null ? null : { profile: session.profile, info: page },
  };
  const {
    answer,
    by,
    scope = 'once',
  } = await dependencies.approvals.ask(asked, request.signal, about, tool.name);
  request.onStage?.({ stage: 'answered' });
  if (answer === 'approved') {
    book.append([entry(record, 'approved', { approval_id, by, scope })]);
    const key = grantKey(tool.name, record.bucket, record.resource);
    if (scope === 'run') standing.add(request.caller.id, key, one.under);
  }
  return { approval_id, answer, by };
}
