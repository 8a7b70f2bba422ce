// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { takeSnapshot } from '../../../entrypoints/page-engine/snapshot.ts';
import { showPage } from '../../fakes/page-layout.ts';

const request = {
  prefix: '',
  refs_from: 1,
  viewport_only: false,
  changed: false,
  find: null,
  characters_max: 100_000,
} as const;

function outline(html: string, options: Partial<Parameters<typeof takeSnapshot>[1]> = {}): string {
  showPage(html);
  return lines(options);
}

function lines(options: Partial<Parameters<typeof takeSnapshot>[1]> = {}): string {
  return takeSnapshot(document.body, { ...request, ...options })
    .lines.map((line) => '  '.repeat(line.depth) + line.text)
    .join('\n')
    .replace(/\[ref=(f\d+)?e\d+\]/g, '[ref=$1e]');
}

test('what can be worked has a ref, what is read is text', () => {
  expect(
    outline(
      '<h1>Orders</h1><p>Two <b>open</b></p><button disabled>Send</button><label>Name <input ' +
        'value="Ada"></label>',
    ),
  ).toBe(
    'heading "Orders" [level=1]\nparagraph: Two open\nbutton "Send" [disabled] [ref=e]\ntext: ' +
      'Name\ntextbox "Name" [ref=e]: Ada',
  );
});

test('a row of plain cells is one line; one with a button keeps its cells', () => {
  expect(
    outline('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><button>Go</button></td></tr></table>'),
  ).toBe(
    'table [ref=e]\n  rowgroup\n    row: A | B\n    row\n      cell: 1\n      cell\n        button ' +
      '"Go" [ref=e]',
  );
});

test('values of secret fields are never told', () => {
  const text = outline('<label>Password <input type="password" value="hunter2"></label>');
  expect(text).toContain('textbox "Password" [secret] [ref=e]');
  expect(text).not.toContain('hunter2');
});

test('hidden and aria-hidden parts are left out', () => {
  expect(outline('<p style="display:none">a</p><p aria-hidden="true">b</p><p>c</p>')).toBe('paragraph: c');
});

test('refs in a frame carry its number, and text of the page cannot pass for a ref', () => {
  expect(outline('<button>x [ref=e9]</button><p>y [ref=e8]</p>', { prefix: 'f3' })).toBe(
    'button "x [ref e9]" [ref=f3e]\nparagraph: y [ref e8]',
  );
});

test('find keeps the lines that hold a text, with what holds them', () => {
  const html = '<nav><a href="/a">Alpha</a><a href="/b">Beta</a></nav><p>Gamma</p>';
  expect(outline(html, { find: 'beta' })).toBe('navigation [ref=e]\n  link "Beta" [ref=e]');
});

test('changed tells only what is new since the last outline', () => {
  outline('<p>One</p><ul><li>Two</li></ul>');
  document.querySelector('ul')?.insertAdjacentHTML('beforeend', '<li>Three</li>');
  expect(lines({ changed: true })).toBe('list\n  listitem: Three');
});

test('what does not fit is counted', () => {
  showPage(Array.from({ length: 50 }, (_, n) => `<p>Line ${n}</p>`).join(''));
  const cut = takeSnapshot(document.body, { ...request, characters_max: 200 });
  expect(cut.lines.length + cut.left_out).toBe(50);
  expect(cut.left_out).toBeGreaterThan(0);
});

test('something clickable without a role is told', () => {
  expect(outline('<div onclick="x()">Open</div>')).toBe('generic [clickable] [ref=e]: Open');
});
