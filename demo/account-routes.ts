import { signInPage } from './pages.ts';
import { type PortalState, pageReply, type Reply, redirectReply, type Visit } from './replies.ts';
import { sameText } from './sessions.ts';

/** The log-in form; a session begins with it, because its hidden token belongs to one. */
export function showSignIn(visit: Visit, portal: PortalState): Reply {
  if (visit.session?.username !== undefined) return redirectReply('/dashboard');
  const session = visit.session ?? portal.sessions.start();
  const query = visit.url.searchParams;
  const content = signInPage({
    csrfToken: session.csrfToken,
    reason: query.get('reason') ?? '',
    next: safePath(query.get('next')) ?? '',
    username: '',
    rejected: false,
  });
  return { ...pageReply(visit, content), session };
}

/** Signs in, or shows the form again. Name and password are both compared, whatever the name is. */
export function signIn(visit: Visit, portal: PortalState): Reply {
  const username = visit.fields.get('username') ?? '';
  const rightName = sameText(username, portal.username);
  const rightPassword = sameText(visit.fields.get('password') ?? '', portal.password);
  const next = safePath(visit.fields.get('next'));
  if (!rightName || !rightPassword) {
    const csrfToken = visit.session?.csrfToken ?? '';
    return pageReply(
      visit,
      signInPage({ csrfToken, reason: '', next: next ?? '', username, rejected: true }),
      401,
    );
  }
  if (visit.session !== undefined) portal.sessions.end(visit.session.id);
  return { ...redirectReply(next ?? '/dashboard'), session: portal.sessions.start(portal.username) };
}

export function signOut(visit: Visit, portal: PortalState): Reply {
  if (visit.session !== undefined) portal.sessions.end(visit.session.id);
  return { ...redirectReply('/login?reason=signed-out'), session: null };
}

/** Sends a visitor who is not signed in to the log-in form, which then leads back to the page asked for. */
export function askToSignIn(visit: Visit): Reply {
  const expired = visit.session === undefined && visit.hasSessionCookie;
  const query = new URLSearchParams({ reason: expired ? 'expired' : 'required' });
  if (visit.method === 'GET') query.set('next', visit.url.pathname + visit.url.search);
  return redirectReply(`/login?${query.toString()}`);
}

/** A path within this portal, or `undefined`: what a link says must not lead elsewhere after signing in. */
function safePath(text: string | null): string | undefined {
  return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : undefined;
}
