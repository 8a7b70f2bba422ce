// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readText } from '../../../entrypoints/page-engine/read-text.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const textOf = (css: string | null) =>
  readText(css === null ? null : one(css))
    .blocks.map(({ text }) => text)
    .join('\n\n');
const markdownOf = (css: string) =>
  readText(one(css))
    .blocks.map(({ markdown }) => markdown)
    .join('\n\n');

test('blocks stand on lines of their own, text in a line stays together', () => {
  showPage(
    '<div id="a"><h2>Title</h2><p>One <b>two</b> <a ' +
      'href="/x">three</a>.</p>loose<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul></div>',
  );
  expect(textOf('#a')).toBe('Title\n\nOne two three.\n\nloose\n\n- a\n- b\n  - c');
});

test('markdown keeps emphasis, code, quotes and each link once', () => {
  showPage(
    '<div id="a"><p><b>Bold</b> and <a href="https://x.test/a">link</a>, <a href="https://x.test/a">again</a></p>' +
      '<pre>let a = 1;\n\nlet b;</pre><blockquote><p>Said</p></blockquote></div>',
  );
  expect(markdownOf('#a')).toBe(
    '**Bold** and [link](https://x.test/a), again\n\n```\nlet a = 1;\n\nlet b;\n```\n\n> Said',
  );
});

test('a table is read as rows, in markdown as a table', () => {
  showPage('<div id="a"><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table></div>');
  expect(textOf('#a')).toBe('A | B\n1 | 2|3');
  expect(markdownOf('#a')).toBe('| A | B |\n| --- | --- |\n| 1 | 2\\|3 |');
});

test('an article is read without menu, heading, share box and list of other articles', () => {
  const prose = 'This is a long sentence, with commas, that reads like the text of an article does. '.repeat(
    3,
  );
  showPage(
    `<nav><a href="/">Home</a></nav><article><h1>Big news</h1><div class="share-box">
      <a href="/f">Share</a></div>
     <p>${prose}</p><p>${prose}</p><p>${prose}</p><aside>Advert</aside></article>
     <div class="related"><ul><li><a href="/1">Other one</a></li></ul></div>`,
  );
  const page = readText(null);
  const text = page.blocks.map((block) => block.text).join(' ');
  expect(page.heading).toBe('Big news');
  expect(text).toContain('This is a long sentence');
  for (const other of ['Home', 'Share', 'Advert', 'Other one', 'Big news']) expect(text).not.toContain(other);
});

test('a page that is no article is read whole', () => {
  showPage('<nav><a href="/">Home</a></nav><p>Balance 12</p><button>Pay</button>');
  expect(textOf(null)).toBe('Home\n\nBalance 12\n\nPay');
});

test('typed texts and secrets are no part of the text', () => {
  showPage('<div id="a"><label>Name <input value="hunter2"></label><textarea>hunter3</textarea></div>');
  expect(textOf('#a')).toBe('Name');
});
