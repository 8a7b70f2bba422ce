import { randomUUID } from 'node:crypto';
import { FaultError, failed, fault, ok, type Result, raise } from '../../shared/faults.ts';
import type { Outcome } from '../../shared/protocol/browser-messages.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';
import { denial, raiseUnapproved, rulesChanged } from './approve.ts';
import { askPerson } from './ask-person.ts';
import { type Classified, classify, foldersOf } from './classify.ts';
import { type Dispatched, dispatchAct, dispatchRead, makePermit } from './dispatch.ts';
import { followPage } from './follow-page.ts';
import { judgeCall, type Yes } from './judge-call.ts';
import { filesTold, ownResult } from './own-result.ts';
import type { ActPoint, GateAnswer, Upload } from './ports.ts';
import {
  type CallParts,
  type Prepared,
  prepareAgain,
  prepareCall,
  takeLeases,
  timeoutOf,
  untilUnpaused,
  unwrap,
} from './prepare.ts';
import {
  type CallRecord,
  type Ending,
  endingEvent,
  entry,
  makeReceipt,
  notJudged,
  recordOf,
} from './records.ts';
import { namesOfSecrets, revealAll, wiresOf } from './secret-arguments.ts';
import { publicResult, resultHash, settledAxes } from './settle.ts';
import { foldersOfUpload, readUploads, toldFiles } from './upload-arguments.ts';

/** How often a read is judged again because the page had moved on before the browser got it. */
const rejudgementsMax = 3;
/** How often one call is begun anew because the person took over in the middle of it. */
const pausesMax = 20;

/** One call on its way through the gate. `run` is called once and never throws for anything but a bug. */
export class GateCall {
  readonly #parts: CallParts;
  #record: CallRecord;
  #verdict: Verdict = notJudged;
  #approval: Receipt['approval'] = null;
  #intended = false;
  #sentAt = 0;
  #uploads: readonly Upload[] = [];

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#record = recordOf(parts.request, parts.known, parts.tool.buckets[0], null);
  }

  async run(): Promise<GateAnswer> {
    const { dependencies, request } = this.#parts;
    try {
      if (dependencies.book.readOnly)
        raise('internal', 'The ledger cannot be written, so nothing is done.', readOnlyHint);
      if (request.signal.aborted)
        raise('cancelled', 'The call was cancelled before it began.', 'Nothing happened.');
      return await this.#pass();
    } catch (error) {
      if (error instanceof FaultError) return this.#end(failed(error.fault), null);
      // A bug after the intent: whether the act happened is not known, and that is what the ledger must say.
      const code = this.#intended ? 'outcome-unknown' : 'internal';
      this.#end(failed(fault(code, 'An unexpected error ended the call.', 'See the log of the host.')), null);
      throw error;
    }
  }

  async #pass(rounds = 0): Promise<GateAnswer> {
    const { request, tool } = this.#parts;
    await untilUnpaused(this.#parts);
    const prepared = await prepareCall(this.#parts);
    request.onStage?.({ stage: 'found' });
    const classified = this.#classify(prepared);
    this.#record = recordOf(request, this.#parts.known, classified.bucket, classified);
    const secretUsed = namesOfSecrets(tool.name, request.args).length > 0;
    const under = this.#parts.dependencies.judge.mark?.() ?? null;
    let verdict = await this.#judge(classified, secretUsed, null);
    let current = prepared;
    if (verdict.decision === 'ask') {
      const asked = { record: this.#record, verdict, prepared, classified, secretUsed, under };
      const { answer, ...approval } = await askPerson(this.#parts, asked);
      this.#approval = { ...approval, answer };
      if (answer !== 'approved') raiseUnapproved({ answer, by: approval.by }, request.signal);
      verdict = await this.#judge(classified, secretUsed, { under });
      if (verdict.decision === 'ask') raiseUnapproved(rulesChanged, request.signal);
      current = await prepareAgain(this.#parts, prepared);
    }
    if (verdict.decision !== 'allow') return this.#end(failed(denial(verdict)), null);
    // The person took over meanwhile and may have changed anything: all of it is looked at, judged and asked anew.
    if ((await untilUnpaused(this.#parts)) && rounds < pausesMax) return this.#pass(rounds + 1);
    const { resource } = classified;
    const spent = this.#parts.dependencies.budgets?.spend(request.caller.id, { acts: tool.acts, resource });
    if (spent) return this.#end(failed(spent), null);
    return this.#perform(current, classified);
  }

  #classify(prepared: Prepared): Classified {
    const { tool, request, dependencies, deleteDialogs } = this.#parts;
    const hostTool = tool.runs_in === 'host' ? dependencies.hostTools[tool.name] : undefined;
    if (tool.runs_in === 'host' && hostTool === undefined) throw new Error(`no host tool ${tool.name}`);
    return unwrap(
      classify(tool, request.args, {
        page: prepared.page,
        found: {
          targets: prepared.targets,
          dialogOfDelete: prepared.page !== null && deleteDialogs.has(prepared.page.page),
        },
        hostResource: hostTool?.resourceOf(request.args) ?? null,
        folders: unwrap(foldersOfUpload(this.#parts)),
      }),
    );
  }

  async #judge(classified: Classified, secretUsed: boolean, granted: Yes | null): Promise<Verdict> {
    const { dependencies, request, tool } = this.#parts;
    this.#verdict = await judgeCall(dependencies.judge, {
      tool: tool.name,
      caller: request.caller,
      classified,
      run: request.run,
      script: request.script ?? null,
      scope: request.scope,
      secretUsed,
      granted,
      standing: this.#parts.standing.of(request.caller.id),
    });
    return this.#verdict;
  }

  async #perform(prepared: Prepared, classified: Classified): Promise<GateAnswer> {
    const { tool } = this.#parts;
    if (tool.runs_in === 'host') return this.#performInHost();
    if (prepared.session === null) throw new Error('a browser tool without a browser');
    this.#uploads = unwrap(readUploads(this.#parts, foldersOf(classified)));
    const dispatched: Dispatched = {
      session: prepared.session,
      tool: tool.name,
      args: this.#parts.request.args,
      request: this.#parts.request,
      page: prepared.page,
      targets: prepared.targets,
      secrets: unwrap(revealAll(this.#parts, prepared)),
      wires: wiresOf(this.#parts, prepared),
      uploads: this.#uploads,
      timeoutMs: timeoutOf(this.#parts.request),
      argsHash: this.#parts.known.argsHash,
    };
    if (!tool.acts) return this.#read(dispatched, classified, 0);
    const ticket = randomUUID();
    await this.#reached('before-intent');
    this.#intend({ ticket, ...toldFiles(this.#uploads) });
    await this.#reached('after-intent');
    const permit = makePermit(dispatched, ticket, this.#parts.dependencies);
    const answer = dispatchAct(dispatched, permit);
    await this.#reached('after-dispatch');
    const outcome = await answer;
    await this.#reached('before-outcome');
    if (outcome.ok) takeLeases(this.#parts, dispatched.session.profile, outcome.value);
    return this.#settle(outcome);
  }

  async #read(dispatched: Dispatched, classified: Classified, attempts: number): Promise<GateAnswer> {
    const outcome = await dispatchRead(dispatched);
    const moved = !outcome.ok && outcome.fault.code === 'permit-mismatch';
    const url = moved ? outcome.fault.detail?.['url'] : undefined;
    const origin = moved ? outcome.fault.detail?.['origin'] : undefined;
    if (
      dispatched.page === null ||
      typeof url !== 'string' ||
      typeof origin !== 'string' ||
      attempts >= rejudgementsMax
    ) {
      return this.#settle(outcome);
    }
    // The page went elsewhere since the host last heard of it. Nothing was read; it is judged where it really is.
    const page = { ...dispatched.page, url, origin };
    const again = this.#classify({ session: dispatched.session, page, targets: [] });
    this.#record = recordOf(this.#parts.request, this.#parts.known, again.bucket, again);
    const verdict = await this.#judge(again, false, null);
    if (verdict.decision !== 'allow') return this.#end(failed(denial(verdict)), null);
    return this.#read({ ...dispatched, page }, classified, attempts + 1);
  }

  async #performInHost(): Promise<GateAnswer> {
    const { dependencies, tool, request } = this.#parts;
    const hostTool = dependencies.hostTools[tool.name];
    if (hostTool === undefined) throw new Error(`no host tool ${tool.name}`);
    if (tool.acts) this.#intend({});
    const done = await hostTool.run(request.args, {
      run_id: request.run?.run_id ?? null,
      signal: request.signal,
    });
    if (!done.ok) return this.#end(done, null);
    const result = dependencies.redactor.redactJson(tool.output.parse(done.value));
    return this.#end(ok({ verified: true, effects: true }), result);
  }

  // From here on the effect may happen, so it is on disk first. A ledger that cannot be written throws, and nothing is done.
  #intend(detail: Readonly<Record<string, unknown>>): void {
    const { dependencies } = this.#parts;
    const asked = this.#approval !== null;
    // Carried so that, if the process ends before the act does, the next start can say what was under way.
    const receipt = makeReceipt(this.#record, this.#underWay(), dependencies.clock());
    try {
      dependencies.book.append([
        ...(asked ? [] : [entry(this.#record, 'requested', {})]),
        entry(this.#record, 'started', { ...detail, receipt }),
      ]);
    } catch {
      raise('internal', 'The intent could not be written to the ledger, so nothing was done.', readOnlyHint);
    }
    this.#parts.request.onStage?.({ stage: 'acting' });
    this.#intended = true;
    this.#sentAt = dependencies.clock();
  }

  async #reached(point: ActPoint): Promise<void> {
    const { tool, dependencies } = this.#parts;
    await dependencies.reached?.(point, { tool: tool.name, target: this.#record.target });
  }

  #underWay(): Ending {
    const axes = { transport: 'running', domain: 'pending', evidence: 'none' } as const;
    return { verdict: this.#verdict, approval: this.#approval, ...axes, fault: null };
  }

  async #settle(outcome: Result<Outcome>): Promise<GateAnswer> {
    const { dependencies, request, tool } = this.#parts;
    if (!outcome.ok) return this.#end(failed(dependencies.redactor.redactJson(outcome.fault)), null);
    const { page, caused, result, verified } = outcome.value;
    if (tool.acts && (page !== null || tool.page !== 'none')) {
      followPage(this.#parts.currentPages, request.caller.id, request.args['page'], page?.page ?? null);
    }
    this.#rememberDialog(outcome.value);
    const own = await ownResult(result, {
      tool,
      args: request.args,
      takeOverDownload: dependencies.takeOverDownload,
      readPdf: dependencies.readPdf,
      run_id: request.run?.run_id ?? null,
      sentAt: this.#sentAt,
      uploads: this.#uploads,
    });
    if (!own.ok) return this.#end(own, null);
    const answer = dependencies.redactor.redactJson(publicResult(tool, own.value, outcome.value));
    const effects =
      caused.navigated || caused.opened.length > 0 || caused.dialog !== null || caused.download !== null;
    return this.#end(ok({ verified, effects }), answer);
  }

  #rememberDialog({ page, caused }: Outcome): void {
    const { deleteDialogs, tool } = this.#parts;
    if (page === null) return;
    if (caused.dialog !== null && this.#record.bucket === 'delete') deleteDialogs.add(page.page);
    else if (tool.name === 'handle_dialog') deleteDialogs.delete(page.page);
  }

  #end(
    done: Result<{ verified: boolean; effects: boolean }>,
    result: Record<string, unknown> | null,
  ): GateAnswer {
    const { dependencies, tool } = this.#parts;
    const ending: Ending = {
      verdict: this.#verdict,
      approval: this.#approval,
      fault: done.ok ? null : done.fault,
      ...settledAxes(tool, done),
    };
    const receipt = makeReceipt(this.#record, ending, dependencies.clock());
    const event = endingEvent(ending.fault);
    const files = filesTold(tool.name, result);
    const last = entry(
      this.#record,
      event,
      { receipt, ...files },
      result === null ? null : resultHash(result),
    );
    if (!dependencies.book.readOnly) this.#write(last);
    return { receipt, result };
  }

  #write(last: ReturnType<typeof entry>): void {
    const { book } = this.#parts.dependencies;
    const begun = this.#intended || this.#approval !== null;
    if (this.#intended || last.event === 'denied') {
      book.append(begun ? [last] : [entry(this.#record, 'requested', {}), last]);
      return;
    }
    if (!begun) book.queue(entry(this.#record, 'requested', {}));
    book.queue(last);
  }
}

const readOnlyHint =
  'Free space on the disk or mend its fault, then restart LocalAgent ("localagent doctor" says more).';
