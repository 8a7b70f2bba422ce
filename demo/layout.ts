import { type Html, html } from './html.ts';

/** What every page shows beside its own content. */
export interface Frame {
  /** `undefined` while nobody is signed in: no navigation then. */
  readonly username: string | undefined;
  readonly csrfToken: string | undefined;
  /** Whether the cookie notice was not dismissed yet. */
  readonly showsCookieNotice: boolean;
}

export interface PageContent {
  readonly title: string;
  /** Path of the navigation entry that this page belongs to. */
  readonly section?: string;
  readonly main: Html;
}

const NAVIGATION = [
  { path: '/dashboard', label: 'Dashboard' },
  { path: '/reports', label: 'Reports' },
  { path: '/help', label: 'Help' },
] as const;

/** A whole page as text. */
export function renderPage(frame: Frame, page: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Northwind Components</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/portal.css">
<script src="/portal.js" defer></script>
</head>
<body>
<header class="top">
<div class="width">
<a class="brand" href="/">
${MARK}<span><strong>Northwind Components</strong><small>Supplier portal</small></span>
</a>
${navigation(frame, page.section)}
</div>
</header>
<main class="width">
${page.main}
</main>
<footer class="bottom">
<div class="width">© Northwind Components GmbH · Demonstration portal with invented data</div>
</footer>
${frame.showsCookieNotice ? COOKIE_NOTICE : undefined}
</body>
</html>
`.markup;
}

/** The hidden field that every form sends along. */
export function csrfField(token: string | undefined): Html {
  return html`<input type="hidden" name="csrf_token" value="${token ?? ''}">`;
}

/** The company's mark, served as `/favicon.svg`. */
export const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">' +
  '<rect width="32" height="32" rx="8" fill="#0f766e"/>' +
  '<path d="M9 23V9l14 14V9" fill="none" stroke="#fff" stroke-width="3.2" stroke-linejoin="round"' +
  ' stroke-linecap="round"/></svg>';

const MARK = html`<img src="/favicon.svg" alt="" width="32" height="32">`;

// The notice stands in the flow of the page, after everything else, so that it never covers anything.
const COOKIE_NOTICE = html`<section id="cookie-notice" aria-label="Cookie notice">
<div class="width">
<p>This portal sets only the cookies that it needs to keep you signed in.</p>
<button type="button" class="quiet">Got it</button>
</div>
</section>`;

function navigation(frame: Frame, section: string | undefined): Html | undefined {
  if (frame.username === undefined) return undefined;
  const links = NAVIGATION.map(({ path, label }) =>
    path === section
      ? html`<a href="${path}" aria-current="page">${label}</a>`
      : html`<a href="${path}">${label}</a>`,
  );
  return html`<nav aria-label="Main">${links}</nav>
<form class="account" method="post" action="/logout">
${csrfField(frame.csrfToken)}
<span>Signed in as <strong>${frame.username}</strong></span>
<button type="submit" class="quiet">Sign out</button>
</form>`;
}
