import type { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import type { navigate as declaration } from '../../../shared/tools/navigate.ts';
import { type SignIn, type SignInState, signInFor } from '../driver/http-sign-in.ts';
import type { BrowserCall } from './browser-behaviour.ts';
import type { NavigationResult } from './navigation-fold.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;
type HttpAuth = NonNullable<Result['http_auth']>;

const hints: Readonly<Record<SignInState | 'wanted', string>> = {
  accepted: 'The browser keeps the sign-in until it is closed; further pages of the site need no auth.',
  refused: 'The user name or the password is wrong. They were given once and are not tried again.',
  'not-asked': 'The site asked for no password, or the browser was signed in already; none was sent.',
  wanted:
    'The site asks for a user name and a password. Store the password with "localagent secrets set", bound to this site, ' +
    'and navigate with auth: {"username": "…", "password": "secret:NAME"}.',
};

/** Goes somewhere, and answers the server's question for a password on the way there if the call brought the answer. */
export async function withSignIn(
  call: BrowserCall,
  tabId: number,
  args: Args,
  go: () => Promise<NavigationResult>,
): Promise<Result> {
  const signIn = args.auth === undefined ? null : await begin(call, tabId, args);
  try {
    const result = await go();
    return { ...result, ...told(signIn, result.status) };
  } catch (error) {
    // Without an answer the browser gives up on the document and shows an empty page under its address.
    if (!(error instanceof FaultError) || !asksForPassword(error)) throw error;
    return { status: 401, http_error: true, redirects: [], ...told(signIn, 401) };
  } finally {
    await signIn?.stop();
  }
}

function asksForPassword({ fault }: FaultError): boolean {
  const said = fault.detail?.['browser_said'];
  return typeof said === 'string' && said.includes('ERR_INVALID_AUTH_CREDENTIALS');
}

function told(signIn: SignIn | null, status: number | null): { readonly http_auth?: HttpAuth } {
  const state = signIn?.state() ?? 'not-asked';
  if (state === 'not-asked' && status === 401) return { http_auth: { state: 'wanted', hint: hints.wanted } };
  return signIn === null ? {} : { http_auth: { state, hint: hints[state] } };
}

async function begin({ driver, secrets }: BrowserCall, tabId: number, { url, auth }: Args): Promise<SignIn> {
  const password = secrets[auth?.password.slice('secret:'.length) ?? ''];
  if (url === undefined || auth === undefined || password === undefined) {
    raise('internal', 'The password did not come with the call.', 'Propose the navigation again.');
  }
  const credentials = { origin: new URL(url).origin, username: auth.username, password };
  return signInFor(driver.debuggee(tabId).requests, credentials);
}
