// What a site of the offline web is: pages that lie there, and for some a state that requests change.

export type WebRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly fields: URLSearchParams;
};

export type WebReply = {
  readonly status: number;
  readonly html?: string;
  /** For what is no page: its type, its bytes and the name that a browser saves it under. */
  readonly file?: { readonly type: string; readonly name: string; readonly bytes: string };
  /** Where the browser is sent on to. */
  readonly to?: string;
  /** The answer is begun and not ended while the connection stands. */
  readonly open?: boolean;
};

export type WebPage = {
  readonly path: string;
  readonly title: string;
  /** HTML of the main part; menus, banners and footer come around it. */
  readonly body: string;
  /** Left out of the search engine: pages that are reached by links alone. */
  readonly unlisted?: boolean;
  readonly status?: number;
  readonly open?: boolean;
};

export interface Site {
  readonly host: string;
  /** What stands in the header of each page. */
  readonly name: string;
  readonly pages: readonly WebPage[];
  /** Answers what is no lying page; null: there is nothing here. */
  answer?(request: WebRequest): WebReply | null;
}

/** A page of a site as browsers get it: menu, a banner about cookies, the main part, a column beside it, a footer. */
export function pageHtml(site: Site, title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} – ${escaped(site.name)}</title>
<style>body{font:16px/1.5 sans-serif;margin:0}main{max-width:46em;padding:1em}nav,footer{background:#eee;padding:.5em}
.cookies{position:fixed;bottom:0;left:0;right:0;background:#333;color:#fff;padding:.5em}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em}</style></head>
<body><header><nav aria-label="Main"><a href="/">${escaped(site.name)}</a> <a href="/about">About us</a> <a href="/newsletter">Newsletter</a></nav></header>
<main><h1>${escaped(title)}</h1>
${body}
</main>
<footer><p>© ${escaped(site.name)}. <a href="/imprint">Imprint</a> · <a href="/privacy">Privacy</a></p></footer>
<div class="cookies" role="region" aria-label="Cookies">We use cookies to count our visitors. <a href="/privacy">More</a></div>
</body></html>`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A shut choice shows the option that is chosen, and no other. */
function chosenIn(select: string): string {
  const options = [...select.matchAll(/<option\b([^>]*)>([^<]*)/g)];
  const chosen = options.find(([, attributes]) => /\bselected\b/.test(attributes ?? '')) ?? options[0];
  return ` ${chosen?.[2] ?? ''} `;
}

/** Words of a piece of HTML, as a reader of the page gets them. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<select\b[\s\S]*?<\/select>/g, chosenIn)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
