// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { takeSnapshot } from '../../../entrypoints/page-engine/snapshot.ts';
import { showPage } from '../../fakes/page-layout.ts';

const request = {
  prefix: '',
  viewport_only: false,
  changed: 'auto',
  find: null,
  characters_max: 100_000,
} as const;

let readers = 0;

/** A reader who has seen nothing yet. */
function newReader() {
  const reader = `reader ${readers++}`;
  return (options: Partial<Parameters<typeof takeSnapshot>[1]> = {}) => {
    const taken = takeSnapshot(document, { ...request, reader, ...options });
    const words = taken.lines.map((line) => ' '.repeat(line.depth) + line.text);
    return { ...taken, text: words.join('\n').replace(/\[e\d+\]/g, '[e]') };
  };
}

const many = Array.from({ length: 20 }, (_, n) => `<p>Line ${n}</p>`).join('');

test('the first look at a document tells all of it, the second only what changed', () => {
  showPage(`${many}<ul aria-label="Tasks"><li>Two</li></ul>`);
  const look = newReader();
  expect(look()).toMatchObject({ changed: false });
  document.querySelector('ul')?.insertAdjacentHTML('beforeend', '<li>Three</li>');
  expect(look()).toMatchObject({ changed: true, text: 'list "Tasks"\n - Three', gone: [] });
  expect(look()).toMatchObject({ changed: true, text: '', gone: [] });
  expect(look({ changed: 'no' }).lines.length).toBe(23);
});

test('what one reader has seen is new to another', () => {
  showPage(many);
  newReader()();
  expect(newReader()()).toMatchObject({ changed: false });
});

test('what is gone is told; what only says something else is not gone', () => {
  showPage(`${many}<button id="a">Save</button><p id="b">Old</p>`);
  const look = newReader();
  look();
  document.querySelector('#b')?.remove();
  const button = document.querySelector('#a');
  if (button !== null) button.textContent = 'Saved';
  expect(look()).toMatchObject({ changed: true, text: 'button "Saved" [e]', gone: ['"Old"'] });
});

test('where the focus went is no change, and what says nothing has no line', () => {
  showPage(`${many}<input aria-label="Name" id="n"><p></p><ul></ul>`);
  const look = newReader();
  expect(look().lines.length).toBe(21);
  const field = document.querySelector('#n');
  if (field instanceof HTMLElement) field.focus();
  expect(look()).toMatchObject({ changed: true, text: '', gone: [] });
  expect(look({ changed: 'no' }).text).toContain('textbox "Name" [focused] [e]');
});

test('the second of two equal lines is a change', () => {
  showPage(`${many}<p>Same</p>`);
  const look = newReader();
  look();
  document.body.insertAdjacentHTML('beforeend', '<p>Same</p>');
  expect(look().text).toBe('"Same"');
});

test('an element that was drawn anew with the same words is no change', () => {
  showPage(`${many}<button>Go</button>`);
  const look = newReader();
  look();
  const button = document.querySelector('button');
  button?.replaceWith(button.cloneNode(true));
  expect(look()).toMatchObject({ text: '', gone: [] });
});

test('when most of it has changed, all of it is told', () => {
  showPage(many);
  const look = newReader();
  look();
  showPage(many.replaceAll('Line', 'Row'));
  expect(look()).toMatchObject({ changed: false });
  expect(look({ changed: 'yes' })).toMatchObject({ changed: true });
});

test('what does not fit is named, and the next part begins with it', () => {
  const rows = Array.from({ length: 50 }, (_, n) => `<tr><td>Row ${n}</td></tr>`).join('');
  showPage(`<table><caption>Prices</caption>${rows}</table><h2>Contact</h2>`);
  const cut = newReader()({ characters_max: 200 });
  expect(cut.lines.length).toBeLessThan(30);
  const more = 51 - cut.lines.length;
  expect(cut.rest).toEqual([
    expect.stringMatching(new RegExp(`^${more} more rows of table "Prices" \\[e\\d+\\]$`)),
    expect.stringMatching(/^heading "Contact" \[e\d+\]$/),
  ]);
});

test('a page that fits is not said to be cut', () => {
  showPage(many);
  expect(newReader()().rest).toEqual([]);
});

test('where a look ended before the page did, a change above moves nothing in or out below', () => {
  const long = Array.from({ length: 300 }, (_, n) => `<p>Line ${n} of many</p>`).join('');
  showPage(`<div id="top"></div>${long}`);
  const look = newReader();
  look({ characters_max: 2_000 });
  document.querySelector('#top')?.insertAdjacentHTML('beforeend', '<p>One</p><p>Two</p>');
  expect(look({ characters_max: 2_000 })).toMatchObject({ changed: true, text: '"One"\n"Two"', gone: [] });
  document.querySelector('#top')?.replaceChildren();
  expect(look({ characters_max: 2_000 })).toMatchObject({
    changed: true,
    text: '',
    gone: ['"One"', '"Two"'],
  });
  expect(look({ characters_max: 500 })).toMatchObject({ changed: true, text: '', gone: [] });
});
