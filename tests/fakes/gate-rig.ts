import { createGate, type Gate } from '../../native-host/gate/gate.ts';
import type {
  BrowserSession,
  GateAnswer,
  GateDependencies,
  GateRequest,
  LedgerEntry,
  Question,
} from '../../native-host/gate/ports.ts';
import type { PageInfo, TargetDescription } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Outcome } from '../../shared/protocol/browser-messages.ts';
import type { Verdict } from '../../shared/receipt.ts';

export const examplePage: PageInfo = {
  page: 't1',
  url: 'https://shop.example/cart',
  title: 'Cart',
  origin: 'https://shop.example',
  document_id: 'D1',
  active: true,
  owned: true,
};

export function target(over: Partial<TargetDescription> = {}): TargetDescription {
  return {
    ref: 'e1',
    frame: { id: 0, url: examplePage.url, origin: examplePage.origin, document_id: 'D1' },
    role: 'button',
    name: 'Save',
    tag: 'button',
    input_type: null,
    href: null,
    form: null,
    editable: false,
    sensitive: false,
    fingerprint: 'a'.repeat(64),
    ...over,
  };
}

export function outcome(result: Record<string, unknown>, over: Partial<Outcome> = {}): Outcome {
  return {
    page: examplePage,
    caused: { navigated: false, opened: [], dialog: null, download: null },
    result,
    observed: null,
    verified: false,
    ...over,
  };
}

export const allow: Verdict = { decision: 'allow', policies: ['test.allow'], reason: 'Allowed.' };
export const deny: Verdict = { decision: 'deny', policies: ['test.deny'], reason: 'Not here.' };

type Answers = {
  prepare?: () => Result<{ page: PageInfo | null; targets: TargetDescription[]; dialog: null }>;
  act?: (params: {
    permit: { ticket: string; args_hash: string };
    args: unknown;
    secrets: unknown;
  }) => Result<Outcome>;
  read?: (params: { origin: string | null }) => Result<Outcome>;
  /** Pages that the browser lists when it is asked; it has told of the example page alone. */
  pages?: () => PageInfo[];
  replay?: () => Result<{ state: string; outcome: Outcome | null; fault: Fault | null }>;
};

/** A gate over a browser, a policy and a ledger of plain objects, which write down what reached them. */
export class GateRig {
  readonly sent: { method: string; params: Record<string, unknown> }[] = [];
  readonly rows: LedgerEntry[] = [];
  readonly questions: Question[] = [];
  readonly order: string[] = [];
  answers: Answers = {};
  verdict: (question: Question) => Verdict = () => allow;
  approval: 'approved' | 'denied' | 'timeout' = 'approved';
  secrets: Record<string, string> = {};
  ledgerFails = false;
  readonly gate: Gate;

  constructor(over: Partial<GateDependencies> = {}) {
    this.gate = createGate({ ...this.#dependencies(), ...over });
  }

  call(tool: string, args: Record<string, unknown>, over: Partial<GateRequest> = {}): Promise<GateAnswer> {
    return this.gate.call({
      tool,
      args,
      caller: { kind: 'client', id: 'c1', unattended: false },
      profile: null,
      run: null,
      signal: new AbortController().signal,
      ...over,
    });
  }

  events(): string[] {
    return this.rows.map((row) => row.event);
  }

  #session(): BrowserSession {
    const session = {
      profile: 'default',
      page: (id: string) => (id === examplePage.page ? examplePage : null),
      waitBack: async () => session,
      call: async (method: string, params: Record<string, unknown>) => {
        this.sent.push({ method, params });
        this.order.push(method);
        return this.#answer(method, params);
      },
    };
    // The rig answers every method of the table with plain objects; only tests see them.
    return session as unknown as BrowserSession;
  }

  #answer(method: string, params: Record<string, unknown>): unknown {
    const { prepare, act, read, replay } = this.answers;
    if (method === 'tool.prepare')
      return prepare?.() ?? ok({ page: examplePage, targets: [target()], dialog: null });
    if (method === 'tool.act') return act?.(params as never) ?? ok(outcome({ delivered: true, effects: [] }));
    if (method === 'tool.read') return read?.(params as never) ?? ok(outcome({ elapsed_ms: 1, met: 'text' }));
    if (method === 'browser.pages') return ok({ pages: this.answers.pages?.() ?? [examplePage] });
    return replay?.() ?? failed(fault('browser-gone', 'gone', 'wait'));
  }

  #dependencies(): GateDependencies {
    const book = { readOnly: false, append: write, queue: (entry: LedgerEntry) => write([entry]) };
    const rig = this;
    function write(entries: readonly LedgerEntry[]): void {
      if (rig.ledgerFails) {
        book.readOnly = true;
        throw new Error('disk full');
      }
      rig.rows.push(...entries);
      rig.order.push(...entries.map((entry) => entry.event));
    }
    return {
      browsers: { pickBack: async () => ok(this.#session()) },
      judge: {
        judge: async (question) => {
          this.questions.push(question);
          return this.verdict(question);
        },
      },
      book,
      secrets: {
        reveal: (name) => {
          const value = this.secrets[name];
          return value === undefined ? failed(fault('not-found', `no ${name}`, 'set it')) : ok(value);
        },
      },
      redactor: { redactText: (text) => text, redactJson: (value) => value },
      approvals: { ask: async () => ({ answer: this.approval, by: 'test' }) },
      leases: { claim: () => null, take: () => undefined },
      hostTools: {
        save_file: {
          resourceOf: () => ({ kind: 'folder', path: '/reports' }),
          run: async () => failed(fault('not-found', 'no such file', 'download it first')),
        },
      },
      uploads: { foldersOf: () => ok([]), read: () => ok([]) },
      readPdf: async (base64) =>
        ok({
          text: `read ${base64}`,
          part: 1,
          parts: 1,
          outline: [],
          heading: '',
          byline: '',
          published: '',
          tokens: 0,
        }),
      takeOverDownload: async (result) => ok({ ...result, sha256: 'b'.repeat(64) }),
      clock: () => Date.now(),
      approvalMs: 1000,
    };
  }
}
