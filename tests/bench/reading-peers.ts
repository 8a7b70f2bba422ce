import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

// Libraries that find the text of an article, run on the same pages in the same browser, as people use them.

const require = createRequire(import.meta.url);
const sourceOf = (name: string): string => readFileSync(require.resolve(name), 'utf8');

export type PeerName = 'innerText' | 'Readability textContent' | 'Readability blocks' | 'defuddle';
export type PeerTexts = Readonly<Record<PeerName, string>>;

/** Puts both libraries into a page and reads it by each. */
export async function readByPeers(page: Page): Promise<PeerTexts> {
  const readability = sourceOf('@mozilla/readability/Readability.js');
  const defuddle = sourceOf('defuddle');
  const script = `(() => {
    const load = (source) => { const module = { exports: {} };
      new Function('module', 'exports', 'self', 'window', source)(module, module.exports, globalThis, globalThis);
      return module.exports; };
    const Readability = load(${JSON.stringify(readability)});
    const loaded = load(${JSON.stringify(defuddle)});
    const Defuddle = loaded.default ?? loaded;
    const blocks = 'p,div,section,article,li,ul,ol,h1,h2,h3,h4,h5,h6,pre,blockquote,table,tr,td,figure,figcaption,br';
    const onLines = (html) => {
      const body = new DOMParser().parseFromString(html, 'text/html').body;
      for (const element of body.querySelectorAll(blocks)) { element.before('\\n'); element.after('\\n'); }
      return body.textContent;
    };
    const parsed = new Readability(document.cloneNode(true)).parse();
    let cleaned = '';
    try { cleaned = onLines(new Defuddle(document.cloneNode(true), { url: document.URL }).parse().content); } catch {}
    return {
      innerText: document.body.innerText,
      'Readability textContent': parsed?.textContent ?? '',
      'Readability blocks': parsed === null ? '' : onLines(parsed.content),
      defuddle: cleaned,
    };
  })()`;
  return page.evaluate(script);
}
