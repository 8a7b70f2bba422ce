import { expect, test } from 'vitest';
import { withSources } from '../../../entrypoints/sidepanel/citations.ts';
import { fileName } from '../../../entrypoints/sidepanel/export-report.ts';
import { parseMarkdown } from '../../../entrypoints/sidepanel/markdown.ts';
import { reportHtml } from '../../../entrypoints/sidepanel/report-html.ts';
import { sampleFinding } from './objective-samples.ts';

test('a citation leads to where its finding stands, and one without a finding stays words', () => {
  const blocks = withSources(parseMarkdown('It is **5,895 m [1]**, some say more [7].'), [sampleFinding(1)]);
  const html = reportHtml('t', blocks);
  expect(html).toContain(
    '<a href="https://en.mountains.example/wiki/Kilimanjaro#:~:text=Its%20highest%20point"',
  );
  expect(html).toContain('>[1]</a></strong>, some say more [7].');
});

test('a source that is no address of the web becomes no link', () => {
  const blocks = withSources(parseMarkdown('See [1].'), [sampleFinding(1, { link: 'javascript:alert(1)' })]);
  expect(reportHtml('t', blocks)).not.toContain('<a ');
});

test('a report as a page holds no markup but its own, and loads nothing', () => {
  const source =
    '# <b>T</b>\n\n<script>x</script> `a<b` [l](https://e.example/?"x)\n\n- a\n  - b\n\n| h |\n| - |\n| <i> |\n\n> q\n\n---\n\n```\n<u>\n```';
  const html = reportHtml('<title>', parseMarkdown(source));
  expect(html).not.toMatch(/<(?:script|b|i|u|img|link|iframe)\b/);
  expect(html).toContain('<title>&lt;title&gt;</title>');
  expect(html).toContain('<li style="margin-left:1.25rem">b</li>');
  expect(html).toContain("default-src 'none'");
});

test('a file is named after the objective on any system', () => {
  expect(fileName('How tall is "Kilimanjaro" / in metres?')).toBe('how-tall-is-kilimanjaro-in-metres');
  expect(fileName('Höhe: 5.895 m')).toBe('hohe-5-895-m');
  expect(fileName('???')).toBe('report');
  expect(fileName(`${'word '.repeat(11)}anotherone`)).toBe(`${'word-'.repeat(10)}word`);
  expect(fileName('a'.repeat(500))).toHaveLength(60);
});
