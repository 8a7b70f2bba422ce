// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { takeSnapshot } from '../../../entrypoints/page-engine/snapshot.ts';
import { showPage } from '../../fakes/page-layout.ts';

const request = {
  prefix: '',
  viewport_only: false,
  changed: 'no',
  reader: 'r1',
  find: null,
  characters_max: 100_000,
} as const;

type Options = Partial<Parameters<typeof takeSnapshot>[1]>;

function outline(html: string, options: Options = {}): string {
  showPage(html);
  return lines(options);
}

function lines(options: Options = {}): string {
  return takeSnapshot(document, { ...request, ...options })
    .lines.map((line) => ' '.repeat(line.depth) + line.text)
    .join('\n')
    .replace(/\[(f\d+)?e\d+\]/g, '[$1e]');
}

test('what can be worked has a ref, what is read is text, and a label is said once', () => {
  expect(
    outline(
      '<h1>Orders</h1><p>Two <b>open</b></p><button disabled>Send</button><label>Name <input ' +
        'value="Ada"></label>',
    ),
  ).toBe('h1 "Orders"\n"Two open"\nbutton "Send" [disabled] [e]\ntextbox "Name" [e]: Ada');
});

test('a row is one line with its cells between bars, links by their words alone', () => {
  expect(
    outline(
      '<table><tr><th>A</th><th aria-sort="ascending">B</th><th></th></tr>' +
        '<tr><td><a href="/1">One</a></td><td>1|2</td><td><button>Go</button> or <button>Stop</button></td></tr></table>',
    ),
  ).toBe('table [e]\n A | B [ascending] | \n One [e] | 1¦2 | button "Go" [e] "or" button "Stop" [e]');
});

test('a row whose cells hold more than lines keeps its cells', () => {
  expect(outline('<table><tr><td>1</td><td><ul><li>a</li><li>b</li></ul></td></tr></table>')).toBe(
    'table [e]\n row\n  cell: 1\n  cell\n   - a\n   - b',
  );
});

test('entries of lists begin with a dash, and lists in them follow below', () => {
  expect(
    outline('<ul><li><a href="/a">Alpha</a> new<ul><li>Inner</li></ul></li><li><p>Plain</p></li></ul>'),
  ).toBe('- link "Alpha" [e] "new"\n - Inner\n- Plain');
});

test('a paragraph stands on one line with what is in it', () => {
  expect(outline('<p>See <a href="/d">the docs</a> for more.</p>')).toBe(
    '"See" link "the docs" [e] "for more."',
  );
});

test('a choice tells what it offers', () => {
  expect(outline('<select aria-label="Land"><option>Norway<option selected>Sweden</select>')).toBe(
    'combobox "Land" [e]: Sweden (of Norway | Sweden)',
  );
});

test('values of secret fields are never told', () => {
  const text = outline('<label>Password <input type="password" value="hunter2"></label>');
  expect(text).toContain('textbox "Password" [secret] [e]');
  expect(text).not.toContain('hunter2');
});

test('hidden and aria-hidden parts are left out', () => {
  expect(outline('<p style="display:none">a</p><p aria-hidden="true">b</p><p>c</p>')).toBe('"c"');
});

test('refs in a frame carry its number, and text of the page cannot pass for a ref', () => {
  expect(outline('<button>x [e9]</button><p>y\ue000 [f1e8]</p>', { prefix: 'f3' })).toBe(
    'button "x [ e9]" [f3e]\n"y [ f1e8]"',
  );
});

test('find keeps the lines that hold a text, with what holds them', () => {
  const html = '<nav><a href="/a">Alpha</a><a href="/b">Beta</a></nav><p>Gamma</p>';
  expect(outline(html, { find: 'beta' })).toBe('navigation [e]\n link "Beta" [e]');
});

test('something clickable without a role is told', () => {
  expect(outline('<div onclick="x()">Open</div>')).toBe('clickable [e]: Open');
});

test('a label that stands for a field that does not show can be clicked', () => {
  expect(outline('<label>Choose a file<input type="file" style="display:none"></label>')).toBe(
    'clickable [e]: Choose a file',
  );
});

test('find goes into what may hold the text: by its words, by an attribute, by a value, by a state', () => {
  const rows = ['One', 'Two', 'Three'].map((n) => `<li>${n} <button>Go</button></li>`).join('');
  const html = `<ul aria-label="L">${rows}<li><button aria-label="Zwei">x</button></li><li><input value="Drei"></li></ul>`;
  expect(outline(html, { find: 'two go' })).toBe('');
  expect(outline(html, { find: 'two' })).toBe('list "L"\n - "Two" button "Go" [e]');
  expect(outline(html, { find: 'zwei' })).toBe('list "L"\n - button "Zwei" [e]');
  expect(outline(html, { find: 'drei' })).toBe('list "L"\n - textbox [e]: Drei');
  expect(outline(html, { find: 'textbox' })).toBe('list "L"\n - textbox [e]: Drei');
  expect(outline(html, { find: '"two" button' })).toBe('list "L"\n - "Two" button "Go" [e]');
});
