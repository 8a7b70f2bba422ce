import { connectAuthority } from '../../native-host/io/connect.ts';
import type { HomePaths } from '../../native-host/io/home.ts';
import type { PageInfo } from '../../shared/actions.ts';
import { extensionId } from '../../shared/extension-id.ts';
import { attempt, FaultError, fault, type Result } from '../../shared/faults.ts';
import type { Outcome } from '../../shared/protocol/browser-messages.ts';
import { protocolVersion } from '../../shared/protocol/envelope.ts';
import { type Answer, sides } from '../../shared/protocol/messages.ts';
import { createPeer } from '../../shared/protocol/peer.ts';

/** One thing that really happened on a page: which act, and under which permit. */
export interface Effect {
  readonly ticket: string;
  readonly target: string;
}

const origin = 'https://shop.example';
const callMs = 20_000;

/**
 * The browser's side of the real protocol, without a browser: pages `t1` to `t16`, a button for whatever selector is asked
 * for, and an append-only log of what was done. It keeps outcomes by ticket, as the extension does, and lives on when the
 * authority dies.
 */
export class FakeExtension {
  readonly effects: Effect[] = [];
  readonly #outcomes = new Map<string, Outcome>();
  readonly #profileId = crypto.randomUUID();
  readonly #actMs: () => number;

  /** `actMs` gives how long an act takes before and after its effect. */
  constructor(actMs: () => number) {
    this.#actMs = actMs;
  }

  /** Joins the authority of the data folder; the fault says why it cannot. */
  async join(paths: HomePaths): Promise<Result<{ close(): void }>> {
    const port = await connectAuthority({
      paths,
      role: 'extension',
      start: null,
      origin: `chrome-extension://${extensionId}/`,
      profileHint: 'fake',
    });
    if (!port.ok) return port;
    const peer = createPeer({
      port: port.value,
      inbound: sides.extension,
      outbound: sides.authority_for_extension,
      handlers: this.#handlers(),
      listeners: {
        'run.event': () => {},
        'approval.requested': () => {},
        'approval.closed': () => {},
        'status.changed': () => {},
      },
    });
    const hello = await peer.call(
      'session.hello',
      {
        protocol: protocolVersion,
        extension_version: '0.1.0',
        boot_id: 'fake',
        profile_id: this.#profileId,
        browser_name: 'Fake',
        browser_version: '1',
        pages: Array.from({ length: 16 }, (_, index) => pageOf(`t${index + 1}`)),
        managed: null,
      },
      { timeoutMs: callMs },
    );
    return attempt(async () => {
      if (!hello.ok) throw new FaultError(hello.fault);
      return { close: () => peer.close() };
    });
  }

  #handlers(): Parameters<
    typeof createPeer<typeof sides.extension, typeof sides.authority_for_extension>
  >[0]['handlers'] {
    const unused = async (): Promise<never> => {
      throw new FaultError(fault('internal', 'The fake browser does not do this.', ''));
    };
    return {
      'tool.prepare': async ({ page, args }) => {
        const target = buttonOf(String(args['selector']));
        return { page: pageOf(page ?? 't1'), targets: [target], dialog: null };
      },
      'tool.read': unused,
      'tool.act': async ({ permit, args }) => {
        const known = this.#outcomes.get(permit.ticket);
        if (known !== undefined) return known;
        await pause(this.#actMs());
        this.effects.push({ ticket: permit.ticket, target: String(args['selector']) });
        const outcome = outcomeOn(permit.page ?? 't1');
        this.#outcomes.set(permit.ticket, outcome);
        await pause(this.#actMs());
        return outcome;
      },
      'tool.replay': async ({ ticket }): Promise<Answer<typeof sides.extension.requests, 'tool.replay'>> => {
        const outcome = this.#outcomes.get(ticket) ?? null;
        return { state: outcome === null ? 'never-seen' : 'done', outcome, fault: null };
      },
      'browser.pages': async () => ({ pages: [pageOf('t1')] }),
      'browser.probe': unused,
      'browser.model': unused,
      'browser.ask-model': unused,
      'run.release': async () => ({ closed: 0 }),
      'anchor.keep': async () => ({}),
      'anchor.list': async () => ({ checkpoints: [] }),
    };
  }
}

function pageOf(page: string): PageInfo {
  const place = { url: `${origin}/cart`, title: 'Cart', origin };
  return { page, ...place, document_id: `D-${page}`, active: page === 't1', owned: true };
}

function buttonOf(name: string) {
  const frame = { id: 0, url: `${origin}/cart`, origin, document_id: 'D' };
  return {
    ...{ ref: 'e1', frame, role: 'button', name, tag: 'button', input_type: null, href: null, form: null },
    ...{ editable: false, sensitive: false, fingerprint: 'a'.repeat(64) },
  };
}

function outcomeOn(page: string): Outcome {
  return {
    page: pageOf(page),
    caused: { navigated: false, opened: [], dialog: null, download: null },
    result: { delivered: true, effects: [] },
    observed: null,
    verified: false,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
