import { expect, test } from 'vitest';
import { renderResearchReport } from '../../../../native-host/agent/report/research-report.ts';
import { finding } from '../../../fakes/finding.ts';
import { researchStory } from '../../../fakes/research-story.ts';

const html = (...story: Parameters<typeof researchStory>): string => {
  const { run, events } = researchStory(...story);
  return renderResearchReport(run, events).html;
};

test('a citation leads to its discovery, and the discovery to the words on its page', () => {
  const page = html();
  expect(page).toContain('<a class="cite" href="#d1">[1]</a>');
  expect(page).toContain('<li id="d1" value="1" dir="auto">Kilimanjaro is the tallest mountain');
  expect(page).toContain(
    'href="https://example.com/kilimanjaro#:~:text=Kilimanjaro" target="_blank" rel="noopener noreferrer"',
  );
});

test('the page is whole: no script, and nothing is fetched', () => {
  const page = html();
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<img|<link|<iframe|@import|url\(|\ssrc=/i);
  expect(page.startsWith('<!doctype html>\n')).toBe(true);
  expect(page.endsWith('</html>\n')).toBe(true);
});

test('lists, headings and bold text of the answer are shown, and a number that no discovery has is no link', () => {
  const page = html([
    {
      type: 'answer.written',
      markdown:
        '**Summary**\n\n1. One [1].\n2. Two [9].\n   - Within [2]\n\n*1 of the 3 asked for could be shown.*\n\nA \\*sign\\* and \\[1\\]',
    },
  ]);
  expect(page).toContain(
    '<h3>Summary</h3>\n<ol>\n<li>One <a class="cite" href="#d1">[1]</a>.</li>\n<li>Two [9].</li>\n<ul>\n<li>Within',
  );
  expect(page).toContain('<em>1 of the 3 asked for could be shown.</em>');
  expect(page).toContain('<p>A *sign* and [1]</p>');
});

test('nothing that a page or a model wrote becomes markup', () => {
  const evil = '</style><script>alert(1)</script><img src=x onerror=alert(1)> "\' & \u202e';
  const page = html([
    {
      type: 'finding.recorded',
      finding: finding(3, evil, {
        title: evil,
        quote: `${evil}!`,
        url: `https://example.com/"onclick="x`,
        link: 'javascript:alert(1)',
      }),
    },
    { type: 'page.read', url: 'data:text/html,x', title: evil },
    { type: 'note', text: evil },
    { type: 'answer.written', markdown: evil },
  ]);
  expect(page).not.toMatch(/<script|<img|href="javascript|href="data|\u202e/i);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});
