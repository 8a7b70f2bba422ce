import { z } from 'zod';
import { cdpMessage } from './cdp-errors.ts';
import type { Debuggee } from './debuggee.ts';
import type { Overhear } from './frame-sessions.ts';

// HTTP authentication (Basic, Digest): the server asks before it gives a document. The answer is given for one
// navigation, to exactly one origin, and once: a server that asks for the same request again has refused it. Requests
// to other origins are not even held back, so nothing of it can reach them.

export type Credentials = { readonly origin: string; readonly username: string; readonly password: string };
/** `refused`: the server did not take what was given. `not-asked`: it wanted nothing. */
export type SignInState = 'accepted' | 'refused' | 'not-asked';

export type SignIn = {
  readonly state: () => SignInState;
  /** From now on nothing is answered any more. */
  readonly stop: () => Promise<void>;
};

const Paused = z.object({ requestId: z.string() });
const AuthRequired = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  request: z.object({ url: z.string() }),
  authChallenge: z.object({ source: z.string().default('Server'), origin: z.string() }),
});
type AuthRequired = z.infer<typeof AuthRequired>;
const Attached = z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.literal('iframe') }) });

/** Questions that are answered in one navigation: a page may hold several areas with a password of their own. */
const answersMax = 20;

/** Answers the questions of one origin in a tab, its frames included, until `stop` is called. */
export async function signInFor(
  debuggee: Pick<Debuggee, 'send' | 'children'>,
  overhear: Overhear,
  credentials: Credentials,
): Promise<SignIn> {
  const answered = new Set<string>();
  let refused = false;
  const answerTo = (asked: AuthRequired) => {
    if (!isFor(credentials.origin, asked)) return { response: 'Default' };
    const request = asked.networkId ?? asked.requestId;
    if (refused || answered.has(request) || answered.size >= answersMax) {
      refused = true;
      return { response: 'CancelAuth' };
    }
    answered.add(request);
    const { username, password } = credentials;
    return { response: 'ProvideCredentials', username, password };
  };
  const send = (method: string, params: Record<string, unknown>, sessionId: string | undefined) =>
    quietly(debuggee.send(method, params, { sessionId }));
  const unheard = overhear((sessionId, method, params) => {
    const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null;
    if (paused?.success) void send('Fetch.continueRequest', paused.data, sessionId);
    const asked = method === 'Fetch.authRequired' ? AuthRequired.safeParse(params) : null;
    if (asked?.success) {
      const { requestId } = asked.data;
      const authChallengeResponse = answerTo(asked.data);
      void send('Fetch.continueWithAuth', { requestId, authChallengeResponse }, sessionId);
    }
    const child = method === 'Target.attachedToTarget' ? Attached.safeParse(params) : null;
    // In the next turn: a session gets its usual state first.
    if (child?.success) setTimeout(() => void send('Fetch.enable', held, child.data.sessionId), 0);
  });
  const held = {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `${credentials.origin}/*`, requestStage: 'Request' }],
  };
  await debuggee.send('Fetch.enable', held);
  return {
    state: () => (refused ? 'refused' : answered.size > 0 ? 'accepted' : 'not-asked'),
    async stop() {
      unheard();
      const sessions = [undefined, ...debuggee.children.keys()];
      await Promise.all(sessions.map((sessionId) => send('Fetch.disable', {}, sessionId)));
    },
  };
}

/** The server itself asks, for an address of the origin that the credentials are for. */
function isFor(origin: string, { request, authChallenge }: AuthRequired): boolean {
  const [asking, asked] = [authChallenge.origin, request.url].map((url) =>
    URL.canParse(url) ? new URL(url).origin : '',
  );
  return authChallenge.source !== 'Proxy' && asking === origin && asked === origin;
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => console.info('A request could not be let go on.', cdpMessage(error)));
}
