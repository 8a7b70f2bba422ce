import { type Fault, FaultError, failed, fault, ok, type Result, raise } from '../../shared/faults.ts';
import type { browserEvents, sessionRequests } from '../../shared/protocol/browser-messages.ts';
import type { controlEvents, controlRequests, ProfileInfo } from '../../shared/protocol/control-messages.ts';
import { protocolVersion } from '../../shared/protocol/envelope.ts';
import {
  type Answer,
  type EventParams,
  type Handlers,
  type Params,
  sides,
} from '../../shared/protocol/messages.ts';
import { createPeer } from '../../shared/protocol/peer.ts';
import type { Port } from '../../shared/protocol/port.ts';
import type { studioRequests } from '../../shared/protocol/studio-messages.ts';
import { BrowserSession, type ExtensionPeer, type SessionHello } from './browser-session.ts';
import type { ProfileNames } from './profile-names.ts';
import { untilEnded } from './until-ended.ts';

/** A worker says hello as the first thing it does. */
const helloMs = 10_000;
/** A refused worker gets this long to read why. */
const refusalMs = 200;
/**
 * A profile that lost its connection gets this long to come back. A relay or worker that died is back in a second, but a worker
 * whose only page waits with a dialog has nobody to wake it but the extension's alarm, which comes every 30 seconds.
 */
const backMs = 40_000;
/** One whose browser has ended altogether comes back only when somebody starts it again. */
const backOfEndedMs = 5_000;

type Events = typeof browserEvents;
type HopAsked = Params<typeof sessionRequests, 'hop.judge'>;
type HopVerdict = Answer<typeof sessionRequests, 'hop.judge'>;

export type BrowserSessionsOptions = Readonly<{
  names: ProfileNames;
  hostVersion: string;
  clock: () => Date;
  /** Handlers of the panel's requests; `profile` tells which browser's panel asks, null before its hello. */
  panelHandlers: (profile: () => string | null) => Handlers<typeof controlRequests & typeof studioRequests>;
  /** Callers whose runs go on; a worker lets go of what it holds for others. */
  liveCallers: () => readonly string[];
  onConnected?: (session: BrowserSession) => void;
  /** The profile has no connection any more; it may come back. */
  onGone?: (profile: string) => void;
  onHumanStopped?: (profile: string, by: EventParams<Events, 'human.stopped'>['by']) => void;
  /** The browser told its pages anew. */
  onPages?: (profile: string, pages: EventParams<Events, 'pages.changed'>['pages']) => void;
  /** So many panels are open in the browser. */
  onPanels?: (profile: string, open: number) => void;
  onDownloadRefused?: (profile: string, refused: EventParams<Events, 'download.refused'>) => void;
  /** Where pages may lead, and what they tried to take along. */
  hops?: () => {
    judgeHop(asked: HopAsked): Promise<Result<HopVerdict>>;
    egressBlocked(blocked: EventParams<Events, 'secret.egress_blocked'>): void;
  };
  onFault?: (reported: Fault, cause?: unknown) => void;
}>;

/** How a proven connection of an extension came. */
export type ExtensionConnection = {
  readonly port: Port;
  readonly profileHint: string | null;
  /** `chrome-extension://<id>/`, as the browser named it; null when it did not. */
  readonly origin: string | null;
  /** The browser's own process, as the relay knows it; null or left out: nobody does. */
  readonly browserPid?: number | null;
};

type Gone = { readonly profileId: string; readonly since: number; readonly browserPid: number | null };

/** Every connected browser profile, by name. */
export class BrowserSessions {
  readonly #options: BrowserSessionsOptions;
  readonly #sessions = new Map<string, BrowserSession>();
  readonly #peers = new Map<BrowserSession, ExtensionPeer>();
  readonly #waiting = new Map<string, Set<(session: BrowserSession) => void>>();
  /** Profiles that were connected and are not any more, by name; since when, in milliseconds. */
  readonly #gone = new Map<string, Gone>();

  constructor(options: BrowserSessionsOptions) {
    this.#options = options;
  }

  /** Takes a connection. Its profile is there once the worker has said hello. */
  add({ port, profileHint, origin, browserPid = null }: ExtensionConnection): void {
    const { onFault, onHumanStopped, onDownloadRefused, onPages, onPanels } = this.#options;
    let session: BrowserSession | null = null;
    const refuse = (): void => {
      setTimeout(() => peer.close(), refusalMs);
    };
    const silence = setTimeout(() => peer.close(), helloMs);
    const peer: ExtensionPeer = createPeer({
      port,
      inbound: sides.authority_for_extension,
      outbound: sides.extension,
      handlers: {
        ...this.#options.panelHandlers(() => session?.profile ?? null),
        'session.hello': async (hello) => {
          clearTimeout(silence);
          if (hello.protocol !== protocolVersion) {
            refuse();
            return refuseVersion(hello, this.#options.hostVersion);
          }
          if (session !== null)
            return raise('bad-arguments', 'This worker has said hello before.', 'Once is enough.');
          session = this.#welcome(hello, { profileHint, origin }, peer);
          return this.#answer(session.profile);
        },
        'hop.judge': (asked) => this.#judgeHop(session, asked),
      },
      listeners: {
        'pages.changed': ({ pages }) => {
          session?.setPages(pages);
          if (session !== null) onPages?.(session.profile, pages);
        },
        'panels.changed': ({ open }) => session !== null && onPanels?.(session.profile, open),
        'human.stopped': ({ by }) => session !== null && onHumanStopped?.(session.profile, by),
        'secret.egress_blocked': (blocked) =>
          session !== null && this.#options.hops?.().egressBlocked(blocked),
        'download.refused': (refused) => session !== null && onDownloadRefused?.(session.profile, refused),
      },
      ...(onFault === undefined ? {} : { onFault }),
    });
    void peer.closed.then(() => {
      clearTimeout(silence);
      if (session !== null) this.#lose(session, browserPid);
    });
  }

  /** The sessions of the connected profiles, by name. */
  connected(): BrowserSession[] {
    return [...this.#sessions.values()].sort((a, b) => (a.profile < b.profile ? -1 : 1));
  }

  /** The connected profiles, by name. */
  list(): ProfileInfo[] {
    return this.connected().map((session) => session.info);
  }

  /** The profile of that name, or the only one when none is named; a fault tells which there are. */
  pick(profile: string | null): Result<BrowserSession> {
    const connected = this.connected();
    const names = connected.map((session) => session.profile);
    if (profile !== null) {
      const named = this.#sessions.get(profile);
      if (named !== undefined) return ok(named);
      const hint = names.length === 0 ? startBrowser : `Connected are: ${names.join(', ')}.`;
      return failed(fault('browser-gone', `No browser profile named ${profile} is connected.`, hint));
    }
    const [first, second] = connected;
    if (first === undefined) return failed(fault('browser-gone', 'No browser is connected.', startBrowser));
    if (second === undefined) return ok(first);
    const message = `Several browser profiles are connected: ${names.join(', ')}.`;
    return failed(fault('bad-arguments', message, 'Name one of them as the profile.', { profiles: names }));
  }

  /** As `pick`, but a profile that was connected a moment ago is waited for; an aborted signal ends the wait. */
  async pickBack(profile: string | null, signal: AbortSignal): Promise<Result<BrowserSession>> {
    const picked = this.pick(profile);
    if (picked.ok || picked.fault.code !== 'browser-gone') return picked;
    const now = this.#options.clock().getTime();
    const lately = [...this.#gone].filter(
      ([name, { since }]) => (profile ?? name) === name && now - since < backMs,
    );
    const [lost, another] = lately.map(([, gone]) => gone);
    if (lost === undefined || another !== undefined) return picked;
    const watch = untilEnded({ pid: lost.browserPid, graceMs: lost.since + backOfEndedMs - now }, signal);
    const back = await this.#back(lost.profileId, lost.since + backMs - now, watch.signal);
    watch.end();
    return back === null ? picked : ok(back);
  }

  /** Tells every panel. */
  broadcast<N extends keyof typeof controlEvents & string>(
    event: N,
    params: EventParams<typeof controlEvents, N>,
  ): void {
    for (const peer of this.#peers.values()) peer.emit(event, params);
  }

  /** Ends every connection. */
  close(): void {
    for (const peer of [...this.#peers.values()]) peer.close();
  }

  #welcome(
    hello: SessionHello,
    { profileHint: hint, origin }: Omit<ExtensionConnection, 'port'>,
    peer: ExtensionPeer,
  ): BrowserSession {
    const before = [...this.#sessions.values()].find((other) => other.hello.profile_id === hello.profile_id);
    if (before !== undefined) {
      // The worker was killed and is back before the old connection's end was seen.
      this.#sessions.delete(before.profile);
      this.#peers.get(before)?.close();
    }
    const profile = this.#options.names.nameFor({
      profile_id: hello.profile_id,
      hint,
      browser_name: hello.browser_name,
      connected: new Set(this.#sessions.keys()),
    });
    const session: BrowserSession = new BrowserSession({
      profile,
      origin,
      hello,
      peer,
      connectedAt: this.#options.clock(),
      successor: (ms) => this.#back(hello.profile_id, ms),
    });
    this.#sessions.set(profile, session);
    this.#gone.delete(profile);
    this.#peers.set(session, peer);
    for (const tell of this.#waiting.get(hello.profile_id) ?? []) tell(session);
    this.#options.onConnected?.(session);
    return session;
  }

  async #judgeHop(session: BrowserSession | null, asked: HopAsked): Promise<HopVerdict> {
    const judged = session === null ? undefined : await this.#options.hops?.().judgeHop(asked);
    if (judged === undefined) return raise('denied', 'Nothing is judged on this line.', 'Say hello first.');
    if (!judged.ok) throw new FaultError(judged.fault);
    return judged.value;
  }

  #answer(profile: string): Answer<typeof sides.authority_for_extension.requests, 'session.hello'> {
    const { hostVersion, liveCallers } = this.#options;
    return {
      protocol: protocolVersion,
      host_version: hostVersion,
      profile,
      live_callers: [...liveCallers()],
    };
  }

  #lose(session: BrowserSession, browserPid: number | null): void {
    this.#peers.delete(session);
    // One that was replaced is not gone.
    if (this.#sessions.get(session.profile) !== session) return;
    this.#sessions.delete(session.profile);
    const since = this.#options.clock().getTime();
    this.#gone.set(session.profile, { profileId: session.hello.profile_id, since, browserPid });
    this.#options.onGone?.(session.profile);
  }

  #back(profileId: string, ms: number, signal?: AbortSignal): Promise<BrowserSession | null> {
    const now = [...this.#sessions.values()].find((session) => session.hello.profile_id === profileId);
    if (now !== undefined) return Promise.resolve(now);
    const waiting = this.#waiting.get(profileId) ?? new Set();
    this.#waiting.set(profileId, waiting);
    return new Promise((resolve) => {
      const finish = (session: BrowserSession | null): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        waiting.delete(finish);
        if (waiting.size === 0) this.#waiting.delete(profileId);
        resolve(session);
      };
      const giveUp = (): void => finish(null);
      const timer = setTimeout(giveUp, ms);
      waiting.add(finish);
      if (signal?.aborted === true) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}

const startBrowser = 'Start the browser that has the LocalAgent extension, or run with --headless.';

function refuseVersion(hello: SessionHello, hostVersion: string): never {
  const older = hello.protocol < protocolVersion ? 'extension' : 'host';
  const hint =
    older === 'extension'
      ? 'Update the LocalAgent extension in the browser, then start the browser again.'
      : 'Update LocalAgent on this computer, then start the browser again.';
  const message =
    `The extension (${hello.extension_version}, protocol ${hello.protocol}) and LocalAgent on this computer ` +
    `(${hostVersion}, protocol ${protocolVersion}) do not fit together.`;
  return raise('bad-arguments', message, hint, {
    update: older,
    protocol: protocolVersion,
    host_version: hostVersion,
  });
}
