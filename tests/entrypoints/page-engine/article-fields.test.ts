// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { articleFields } from '../../../entrypoints/page-engine/article-fields.ts';
import { showPage } from '../../fakes/page-layout.ts';

test('heading, author and date come from what the page declares about itself', () => {
  showPage(
    `<h1>Rain ahead</h1><script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"x",
     "author":[{"name":"Ada"},{"name":"Bob"}],"datePublished":"2024-02-01"}]}</script>`,
  );
  expect(articleFields()).toEqual({ heading: 'Rain ahead', byline: 'Ada, Bob', published: '2024-02-01' });
});

test('without declarations the page itself is read, and broken ones are no harm', () => {
  showPage(
    '<script type="application/ld+json">{not json</script><h1>A</h1><h1>B</h1><p class="byline">By ' +
      'Ada</p><time datetime="2024-03-04">4 March</time>',
  );
  expect(articleFields()).toMatchObject({ byline: 'Ada', published: '2024-03-04' });
});

test('a page that says nothing has empty fields', () => {
  showPage('<p>x</p>');
  expect(articleFields()).toMatchObject({ byline: '', published: '' });
});
