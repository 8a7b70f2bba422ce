import { setTimeout as wait } from 'node:timers/promises';
import { askToSignIn, showSignIn, signIn, signOut } from './account-routes.ts';
import { CLIENT_SCRIPT } from './client-script.ts';
import { FAVICON } from './layout.ts';
import { dashboardPage, helpPage, noticePage } from './pages.ts';
import {
  fileReply,
  jsonReply,
  type PortalState,
  pageReply,
  type Reply,
  redirectReply,
  type Visit,
} from './replies.ts';
import {
  downloadCsv,
  fetchPdf,
  prepareReport,
  type ReportVisit,
  reportState,
  search,
  showReport,
} from './report-routes.ts';
import { reportByNumber } from './reports.ts';
import { type Session, sameText } from './sessions.ts';
import { STYLE } from './style.ts';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /**
   * `anyone`, `member` (else the log-in form), or `script`: asked for by the portal's own script, which could
   * not tell a log-in form from an answer and so gets a plain 401.
   */
  readonly access: 'anyone' | 'member' | 'script';
  readonly answer: (visit: Visit, portal: PortalState) => Reply | Promise<Reply>;
}

const SLOW_MS_DEFAULT = 2_000;
const SLOW_MS_MAX = 15_000;

const HOME = { path: '/dashboard', label: 'Go to the dashboard' };
const NUMBER = '([A-Z]{2}-[0-9]{4}-[0-9]{2})';

const ROUTES: readonly Route[] = [
  get('/', 'anyone', () => redirectReply('/dashboard')),
  get('/portal\\.css', 'anyone', () => fileReply('text/css; charset=utf-8', STYLE)),
  get('/portal\\.js', 'anyone', () => fileReply('text/javascript; charset=utf-8', CLIENT_SCRIPT)),
  get('/favicon\\.svg', 'anyone', () => fileReply('image/svg+xml', FAVICON)),
  get('/login', 'anyone', showSignIn),
  post('/login', 'anyone', signIn),
  post('/logout', 'member', signOut),
  get('/slow', 'anyone', slow),
  get('/outage', 'anyone', outage),
  get('/dashboard', 'member', (visit) => pageReply(visit, dashboardPage(visit.session?.username ?? ''))),
  get('/help', 'member', (visit) => pageReply(visit, helpPage())),
  get('/reports', 'member', (visit, portal) =>
    withSession(visit, (session) => search(visit, portal, session)),
  ),
  get(`/reports/${NUMBER}`, 'member', ofReport(showReport)),
  post(`/reports/${NUMBER}/prepare`, 'member', ofReport(prepareReport)),
  get(`/reports/${NUMBER}/state`, 'script', ofReport(reportState)),
  get(`/reports/${NUMBER}/csv`, 'member', ofReport(downloadCsv)),
  get(`/reports/${NUMBER}/pdf`, 'script', ofReport(fetchPdf)),
];

/** Answers one request. Form posts count only with the token of their session. */
export async function answer(visit: Visit, portal: PortalState): Promise<Reply> {
  const method = visit.method === 'HEAD' ? 'GET' : visit.method;
  const matching = ROUTES.filter((route) => route.path.test(visit.url.pathname));
  if (matching.length === 0) return missing(visit);
  const route = matching.find((candidate) => candidate.method === method);
  if (route === undefined) {
    const text = 'This address cannot be used in that way.';
    const reply = pageReply(visit, noticePage('Not allowed', text, HOME), 405);
    const allow = matching.map((candidate) => candidate.method).join(', ');
    return { ...reply, headers: { ...reply.headers, allow } };
  }
  if (route.access !== 'anyone' && visit.session?.username === undefined) {
    return route.access === 'script' ? jsonReply({ error: 'not-signed-in' }, 401) : askToSignIn(visit);
  }
  if (route.method === 'POST' && !hasRightToken(visit)) {
    const text = 'This form is no longer valid. Nothing was changed. Open the page again and retry.';
    return pageReply(visit, noticePage('Form not accepted', text, HOME), 403);
  }
  return route.answer(visit, portal);
}

function get(path: string, access: Route['access'], answerGet: Route['answer']): Route {
  return { method: 'GET', path: new RegExp(`^${path}$`), access, answer: answerGet };
}

function post(path: string, access: Route['access'], answerPost: Route['answer']): Route {
  return { method: 'POST', path: new RegExp(`^${path}$`), access, answer: answerPost };
}

function ofReport(answerReport: (asked: ReportVisit) => Reply): Route['answer'] {
  return (visit, portal) => {
    const report = reportByNumber(visit.url.pathname.split('/')[2] ?? '');
    if (report === undefined) return missing(visit);
    return withSession(visit, (session) => answerReport({ visit, portal, session, report }));
  };
}

function withSession(visit: Visit, answerMember: (session: Session) => Reply): Reply {
  if (visit.session === undefined) throw new Error('A route for members was reached without a session.');
  return answerMember(visit.session);
}

function hasRightToken({ session, fields }: Visit): boolean {
  return session !== undefined && sameText(fields.get('csrf_token') ?? '', session.csrfToken);
}

function missing(visit: Visit): Reply {
  return pageReply(visit, noticePage('Page not found', 'There is nothing at this address.', HOME), 404);
}

/** A page that takes as long as `ms` says. */
async function slow(visit: Visit, portal: PortalState): Promise<Reply> {
  const asked = visit.url.searchParams.get('ms') ?? String(SLOW_MS_DEFAULT);
  const ms = /^\d{1,6}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
  if (ms > SLOW_MS_MAX) {
    const text = `Say how long in milliseconds, from 0 to ${SLOW_MS_MAX}: /slow?ms=${SLOW_MS_DEFAULT}`;
    return pageReply(visit, noticePage('Not possible', text, HOME), 400);
  }
  await wait(ms, undefined, { signal: portal.closing });
  return pageReply(visit, noticePage('Archive', `The archive answered after ${ms} ms.`, HOME));
}

function outage(visit: Visit): Reply {
  const text = 'The portal is being maintained. Please come back in a few minutes.';
  const reply = pageReply(visit, noticePage('Temporarily unavailable', text, HOME), 503);
  return { ...reply, headers: { ...reply.headers, 'retry-after': '120' } };
}
