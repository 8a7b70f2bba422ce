import { type Html, html } from './html.ts';
import { csrfField, type PageContent } from './layout.ts';
import { CATALOGUE, periodName, REPORT_KINDS, type Report, shownAmount } from './reports.ts';

/** Why someone is asked to sign in, by the value of `reason` in the address of the log-in page. */
const REASONS: Readonly<Record<string, string>> = {
  expired: 'Your session has expired. Please sign in again.',
  'signed-out': 'You have signed out.',
  required: 'Please sign in to continue.',
};

export interface SignIn {
  readonly csrfToken: string;
  readonly reason: string;
  /** Path to go on to after signing in; empty for the dashboard. */
  readonly next: string;
  readonly username: string;
  readonly rejected: boolean;
}

/** The log-in form. After a wrong try the name is kept and the password is not. */
export function signInPage(form: SignIn): PageContent {
  return {
    title: 'Sign in',
    main: html`<section class="card sign-in">
<h1>Sign in</h1>
<p class="muted">Statements, credit notes and freight reports for our suppliers.</p>
${signInNotice(form)}
<form method="post" action="/login">
${csrfField(form.csrfToken)}
<input type="hidden" name="next" value="${form.next}">
<div class="field">
<label for="username">Username</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none"
 spellcheck="false" required value="${form.username}">
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
</div>
<button type="submit">Sign in</button>
</form>
</section>`,
  };
}

function signInNotice({ rejected, reason }: SignIn): Html | undefined {
  if (rejected) return html`<p class="notice bad" role="alert">The username or password is not correct.</p>`;
  const words = REASONS[reason];
  return words === undefined ? undefined : html`<p class="notice" role="status">${words}</p>`;
}

/** What one sees after signing in. */
export function dashboardPage(username: string): PageContent {
  const latest = CATALOGUE.filter((report) => report.type === 'statement')
    .slice(-3)
    .reverse();
  const newest = latest[0];
  return {
    title: 'Dashboard',
    section: '/dashboard',
    main: html`<h1>Welcome, ${username}</h1>
<p class="muted">Supplier account 40-2217 · All amounts in EUR</p>
${newest === undefined ? undefined : figures(newest)}
<section class="card">
<h2>Latest statements</h2>
<ul class="plain">${latest.map(latestLine)}</ul>
<p><a href="/reports">Search all reports</a></p>
</section>`,
  };
}

function figures(newest: Report): Html {
  return html`<dl class="figures">
<div><dt>Last closed month</dt><dd>${periodName(newest.period)}</dd></div>
<div><dt>Bookings in it</dt><dd>${newest.total.rows}</dd></div>
<div><dt>Gross total</dt><dd>${shownAmount(newest.total.grossCents)}</dd></div>
<div><dt>Reports on file</dt><dd>${CATALOGUE.length}</dd></div>
</dl>`;
}

function latestLine(report: Report): Html {
  return html`<li><a href="/reports/${report.number}">${report.title}, ${periodName(report.period)}</a>
<span class="muted">${report.number}</span></li>`;
}

/** How the reports work, in a few words. */
export function helpPage(): PageContent {
  const kinds = Object.values(REPORT_KINDS).map(
    (kind) => html`<li><strong>${kind.title}</strong>, monthly since ${periodName(kind.firstPeriod)}</li>`,
  );
  return {
    title: 'Help',
    section: '/help',
    main: html`<h1>Help</h1>
<section class="card">
<h2>Getting a report</h2>
<p>Search for the report, open it and choose “Prepare report”. Its files are ready after a moment, and stay
so until you sign out. Each report comes as CSV, one row a booking, and as a one-page PDF with the totals.</p>
<h2>What there is</h2>
<ul>${kinds}</ul>
</section>`,
  };
}

/** A page that only tells something, such as that a page does not exist. */
export function noticePage(title: string, text: string, link: { path: string; label: string }): PageContent {
  return {
    title,
    main: html`<section class="card sign-in">
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${link.path}">${link.label}</a></p>
</section>`,
  };
}
