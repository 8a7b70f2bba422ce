import type { SitePage } from './small-site.ts';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;

const work = `<h1>Work</h1><p id="log">nothing yet</p>
  <button>Save</button> <button>Delete everything</button> <label>Name <input></label>
  <script>
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
      document.querySelector('#log').textContent = button.textContent;
      fetch('/done', { method: 'POST', body: button.textContent });
    });
  </script>`;

const rows = Array.from({ length: 40 }, (_, row) => `<tr><td>Item ${row}</td><td>${row * 10}</td></tr>`);

export const mcpPages: Readonly<Record<string, SitePage>> = {
  '/work': page('Work', work),
  '/table': page('Table', `<table><tr><th>Item</th><th>Price</th></tr>${rows.join('')}</table>`),
  '/done': '',
};
