import { randomBytes } from 'node:crypto';
import type { Caller } from '../../shared/actions.ts';
import { raise } from '../../shared/faults.ts';
import type { CallProgress, mcpRequests } from '../../shared/protocol/mcp-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import type { CallerScope, CallStage } from '../gate/ports.ts';
import type { PairedClient } from '../pairing/pairing-file.ts';
import type { Parts } from './parts.ts';
import { callTool } from './pattern-call.ts';

const releaseMs = 10_000;
/** Letters of the client's name that its session's name carries. */
const nameCharactersMax = 30;

/** What one connection is to the authority once it has opened an MCP session; before that it is nothing. */
export class McpSession {
  readonly #parts: Parts;
  readonly #tell: (progress: CallProgress) => void;
  readonly #ended = new AbortController();
  #caller: Caller | null = null;
  #holder: PairedClient | null = null;
  #endHold: () => void = () => undefined;

  constructor(parts: Parts, tell: (progress: CallProgress) => void) {
    this.#parts = parts;
    this.#tell = tell;
  }

  /** Name of the caller, such as `mcp-claude-code-4f2a9c`; null while no session is open. */
  get callerId(): string | null {
    return this.#caller?.id ?? null;
  }

  readonly handlers: Handlers<typeof mcpRequests> = {
    'mcp.open': async ({ client, unattended, can_ask: canAsk, token }) => {
      if (this.#caller !== null) raise('bad-arguments', 'This session is open already.', 'Open it once.');
      if (token !== undefined) this.#beHeld(token);
      const id = `mcp-${plainName(this.#holder?.name ?? client)}-${randomBytes(3).toString('hex')}`;
      this.#caller = { kind: 'mcp', id, unattended };
      this.#parts.mcpCallers.add(id);
      if (canAsk === true) this.#parts.desk.doors.set(id, 1);
      return { session: id };
    },
    'mcp.sessions': async () => ({ sessions: [...this.#parts.mcpCallers] }),
    'mcp.call': async ({ call, tool, args, profile, progress }, cancelled) => {
      const caller = this.#caller ?? raise('bad-arguments', 'No session is open.', 'Send mcp.open first.');
      const held = this.#scopeFor(tool);
      const signal = AbortSignal.any([cancelled, this.#ended.signal]);
      const onStage = (stage: CallStage): void => {
        const asked = stage.stage === 'asking';
        if (!progress && !asked && stage.stage !== 'answered') return;
        this.#tell({ call, stage: stage.stage, approval: asked ? stage.approval : null });
      };
      return this.#parts.openCalls.during(profile, signal, (stoppable) => {
        const request = { tool, args, caller, profile, run: null, signal: stoppable, onStage, ...held };
        return (
          this.#parts.code.call(request) ??
          callTool(this.#parts.gate, this.#parts.patterns, request, this.#parts.clock)
        );
      });
    },
  };

  // A paired client: the session is its own, has its scope, and ends when it is revoked.
  #beHeld(token: string): void {
    const { pairing } = this.#parts;
    this.#holder = pairing.holder(token) ?? raise('denied', ...notPaired);
    const { id } = this.#holder;
    this.#endHold = pairing.onRevoked((revoked) => {
      if (revoked === id) this.#ended.abort();
    });
  }

  #scopeFor(tool: string): { readonly scope?: CallerScope } {
    if (this.#holder === null) return {};
    const { id, scope } = this.#holder;
    if (!this.#parts.pairing.isActive(id)) raise('denied', ...notPaired);
    if (scope.tools !== null && !scope.tools.includes(tool)) {
      const hint = `Its tools are: ${scope.tools.join(', ')}.`;
      raise('denied', `This client was not paired for "${tool.slice(0, 100)}".`, hint, {
        policies: ['client.tools'],
      });
    }
    return { scope };
  }

  /** The connection is gone: what runs is stopped, and everything that was held is given back. Pages stay open. */
  end(): void {
    this.#endHold();
    this.#ended.abort();
    const caller = this.#caller;
    if (caller === null) return;
    const { desk, gate, leases, mcpCallers, sessions } = this.#parts;
    mcpCallers.delete(caller.id);
    desk.doors.set(caller.id, 0);
    leases.release(caller.id);
    gate.forget(caller.id);
    for (const { name } of sessions.list()) {
      const session = sessions.pick(name);
      if (!session.ok) continue;
      const released = { caller_id: caller.id, close_pages: false };
      void session.value.call('run.release', released, { timeoutMs: releaseMs });
    }
  }
}

const notPaired = [
  'This client is not paired any more.',
  'The person pairs it anew with "localagent mcp pair".',
] as const;

/** Small letters, digits and dashes of a client's name: it comes from outside and stands in ledger, faults and tab groups. */
function plainName(client: string): string {
  const plain = client
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, nameCharactersMax)
    .replace(/-+$/, '');
  return plain === '' ? 'client' : plain;
}
