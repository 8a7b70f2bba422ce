import type { AuthAnswer, AuthRequired, RequestHolds } from './request-holds.ts';

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

/** Questions that are answered in one navigation: a page may hold several areas with a password of their own. */
const answersMax = 20;

/** Answers the questions of one origin in a tab, its frames included, until `stop` is called. */
export async function signInFor(requests: RequestHolds, credentials: Credentials): Promise<SignIn> {
  const answered = new Set<string>();
  let refused = false;
  const onAuth = (asked: AuthRequired): AuthAnswer => {
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
  const stop = await requests.add({
    patterns: [{ urlPattern: `${credentials.origin}/*`, requestStage: 'Request' }],
    frames: true,
    onAuth,
  });
  return {
    state: () => (refused ? 'refused' : answered.size > 0 ? 'accepted' : 'not-asked'),
    stop,
  };
}

/** The server itself asks, for an address of the origin that the credentials are for. */
function isFor(origin: string, { request, authChallenge }: AuthRequired): boolean {
  const [asking, asked] = [authChallenge.origin, request.url].map((url) =>
    URL.canParse(url) ? new URL(url).origin : '',
  );
  return authChallenge.source !== 'Proxy' && asking === origin && asked === origin;
}
