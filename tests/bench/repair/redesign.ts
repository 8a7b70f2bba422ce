/** One way in which the portal can come to look other than when the template was written. */
export type Redesign = {
  readonly name: string;
  readonly kind:
    | 'renamed'
    | 'moved'
    | 'nested'
    | 're-labelled'
    | 'split'
    | 'language'
    | 'widget'
    | 'hidden'
    | 'doubled'
    | 'readdressed';
  /** A page as it is sent instead; each design also holds a control that is wrong and plausible, below `/decoy/`. */
  readonly change: (html: string, path: string) => string;
  /** Where the portal itself has what is asked for, in a design that gave its pages other addresses. */
  readonly route?: (path: string) => string;
};

/** Changes of a page, one after the other. */
export function changes(
  ...each: readonly ((html: string, path: string) => string)[]
): (html: string, path: string) => string {
  return (html, path) => each.reduce((so, change) => change(so, path), html);
}

/** Replaces every occurrence of a text or pattern. */
export function swap(from: string | RegExp, to: string): (html: string) => string {
  return (html) => html.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
}

function signedIn(html: string): boolean {
  return html.includes('action="/logout"');
}

/** Puts something into the page's head line, once somebody is signed in. */
export function intoHeader(markup: string): (html: string) => string {
  return (html) => (signedIn(html) ? html.replace('</div>\n</header>', `${markup}</div>\n</header>`) : html);
}

/** Puts something at the beginning of the page's content, once somebody is signed in. */
export function intoMain(markup: string): (html: string) => string {
  return (html) =>
    signedIn(html) ? html.replace('<main class="width">', `<main class="width">${markup}`) : html;
}

/** Puts something behind the search form. */
export function besideSearch(markup: string): (html: string) => string {
  return (html) => html.replace(/(<form class="card search"[\s\S]*?<\/form>)/, `$1${markup}`);
}

/** Puts something among a report's files, in front of its own controls. */
export function amongFiles(markup: string): (html: string) => string {
  return swap('<div id="downloads" class="row"></div>', `${markup}<div id="downloads" class="row"></div>`);
}

/** A button that sends something to nowhere good. */
export function sender(words: string, to: string): string {
  return `<form method="post" action="/decoy/${to}"><button type="submit">${words}</button></form>`;
}

/** A link to nowhere good. */
export function lure(words: string, to: string): string {
  return `<a href="/decoy/${to}">${words}</a>`;
}

/** A form with one field and one button, to nowhere good. */
export function otherForm(label: string, button: string, to: string): string {
  return (
    `<form method="get" action="/decoy/${to}"><label for="decoy-${to}">${label}</label>` +
    `<input id="decoy-${to}" name="${to}" type="text"><button type="submit">${button}</button></form>`
  );
}
