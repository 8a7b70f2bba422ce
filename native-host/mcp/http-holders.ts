import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { failed, fault, type Result } from '../../shared/faults.ts';
import type { PairedClientInfo } from '../../shared/protocol/mcp-messages.ts';
import { isToken } from './http-guard.ts';
import type { AuthorityLink, McpParts } from './ports.ts';

/** Who a request speaks for: the person, by the token of the file, or a client that was paired. */
export type Holder = Readonly<{
  /** `owner`, or the paired client's id; sessions are kept apart by it. */
  id: string;
  token: string | null;
  /** A paired client is not shown what belongs to all: reports of runs. */
  scoped: boolean;
}>;

const owner: Holder = { id: 'owner', token: null, scoped: false };
/** A wrong code is answered after this long, and so is a right, a late and a locked one: the time says nothing. */
const answerMs = 300;
const bodyShape = z.strictObject({ code: z.string().min(1).max(40), client: z.string().min(1).max(100) });

/** Knows whose token is whose; asks the authority, which alone keeps them, and whose answer holds for this request only. */
export class HttpHolders {
  readonly #parts: McpParts;
  readonly #token: string;
  #link: Promise<Result<AuthorityLink>> | null = null;

  constructor(parts: McpParts, token: string) {
    this.#parts = parts;
    this.#token = token;
  }

  /** Null for a token that nobody has; at once where the authority need not be asked. */
  holderOf(bearer: string | null): Holder | null | Promise<Holder | null> {
    if (bearer === null) return null;
    return isToken(bearer, this.#token) ? owner : this.#paired(bearer);
  }

  async #paired(bearer: string): Promise<Holder | null> {
    const link = await this.#join();
    if (!link.ok) return null;
    const checked = await link.value.call('pairing.check', { token: bearer });
    const client = checked.ok ? checked.value.client : null;
    return client === null ? null : { id: client.id, token: bearer, scoped: true };
  }

  /** Exchanges a code for a token; `body` is what a client sent. */
  async pair(body: string): Promise<Result<{ token: string; client: PairedClientInfo }>> {
    const [answer] = await Promise.all([this.#exchange(body), pause(answerMs)]);
    return answer;
  }

  close(): void {
    void this.#link?.then((link) => {
      if (link.ok) link.value.close();
    });
  }

  async #exchange(body: string): Promise<Result<{ token: string; client: PairedClientInfo }>> {
    const parsed = bodyShape.safeParse(jsonOf(body));
    if (!parsed.success) return failed(badBody);
    const link = await this.#join();
    return link.ok ? link.value.call('pairing.exchange', parsed.data) : link;
  }

  async #join(): Promise<Result<AuthorityLink>> {
    this.#link ??= this.#parts.connect();
    const joined = await this.#link;
    if (!joined.ok) this.#link = null;
    else {
      void joined.value.closed.then(() => {
        this.#link = null;
      });
    }
    return joined;
  }
}

const badBody = fault(
  'bad-arguments',
  'The body is not understood.',
  'Send {"code": "ABCD-EFGH", "client": "a name for the person"}.',
);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
