import { expect, test } from 'vitest';
import { runTemplate } from '../../../native-host/workflow/run-template.ts';
import { fault } from '../../../shared/faults.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import { FakeCalls, type Script } from './fake-calls.ts';
import { denier, paperRun } from './paper-run.ts';
import { compileText, faultOf, valueIn } from './shipped.ts';

// Goal: rounds that go on at once give what they would give one after the other, each on a page of its own.

type Shape = {
  readonly loop?: string;
  readonly inner?: string;
  readonly review?: string;
  readonly first?: string;
};

const goes =
  '{ id: go, title: Go, tool: navigate, args: { url: "https://a.example.com/{{item}}" }, buckets: [read] }';
const reads = '{ id: read, title: Read, tool: get_text, buckets: [read] }';
const sends = '{ id: send, title: Send, tool: click, args: { selector: a }, buckets: [write] }';

const templateOf = ({ loop = '', inner = '', review = 'draft', first = goes }: Shape = {}) => `id: many
version: 1.0.0
title: Many
description: For tests.
sites: ["https://a.example.com"]
steps:
  - id: each
    title: Each
    for_each: { in: [a, b, c, d], max: 9, at_once: 3, collect: { texts: "{{steps.read.text}}" }${loop} }
    steps:
      - ${first}
      - ${reads}
${inner}
output: { texts: "{{steps.each.texts}}", rounds: "{{steps.each.rounds}}", last: "{{steps.read.text}}" }
review: { state: ${review} }
`;

async function run(
  script: Script,
  shape: Shape = {},
  { reviewed = false, stop = new AbortController() } = {},
) {
  const plan = valueIn(compileText(templateOf(shape)));
  const calls = new FakeCalls(script);
  const events: RunEventBody[] = [];
  const means = paperRun(calls, events);
  const end = await runTemplate(plan, {
    ...means,
    context: { ...means.context, template: { id: 'many', version: '1.0.0', reviewed, accepted: false } },
    signal: stop.signal,
    approver: denier,
  });
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  return { end, calls, notes, plan };
}

/** A browser of paper: pages p1, p2, … each with the address that it was sent to last; the first round takes longest. */
function browser() {
  const urls = new Map<string, string>();
  const seen = { atOnce: 0, most: 0 };
  const script: Script = async (tool, args) => {
    const page = tool === 'new_page' ? `p${urls.size + 1}` : String(args['page']);
    if (tool === 'new_page' || tool === 'navigate') urls.set(page, String(args['url']));
    const url = urls.get(page) ?? 'nowhere';
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    for (let turn = 0; turn < (url.endsWith('/a') ? 40 : 5); turn += 1) await Promise.resolve();
    seen.atOnce -= 1;
    return { page, url, text: `text of ${url.slice(-1)}` };
  };
  return { script, urls, seen };
}

test('results keep the order of the entries, and three pages are used, one for each branch', async () => {
  const { script, urls, seen } = browser();
  const { end, calls } = await run(script);
  expect(end).toMatchObject({
    status: 'succeeded',
    output: { texts: ['a', 'b', 'c', 'd'].map((one) => `text of ${one}`), rounds: 4, last: 'text of d' },
  });
  expect(urls.size).toBe(3);
  expect(seen.most).toBe(3);
  expect(calls.tools.filter((tool) => tool === 'new_page')).toHaveLength(3);
  expect(calls.made.every(({ tool, args }) => tool === 'new_page' || 'page' in args)).toBe(true);
  expect(new Set(calls.made.map(({ branch }) => branch))).toEqual(new Set([1, 2, 3]));
});

test('after a round that fails no further step is begun, and what was under way ends by itself', async () => {
  const { script } = browser();
  const lost = fault('not-found', 'There is no text.', 'Look.');
  const { end, calls } = await run(async (tool, args) => {
    const answer = await script(tool, args);
    return tool === 'get_text' && 'url' in answer && String(answer['url']).endsWith('/b') ? lost : answer;
  });
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-found' } });
  expect(calls.made.some(({ args }) => String(args['url']).endsWith('/d'))).toBe(false);
});

test('a run that is stopped ends as stopped', async () => {
  const { script } = browser();
  const stop = new AbortController();
  const { end } = await run(
    (tool, args) => {
      if (tool === 'get_text') stop.abort();
      return script(tool, args);
    },
    {},
    { stop },
  );
  expect(end.status).toBe('cancelled');
});

test('acts at once take a template that is known to be reviewed; else the rounds go one by one', async () => {
  const shape = { loop: ', independent: true', inner: `      - ${sends}`, review: 'reviewed' };
  const unknown = browser();
  const one = await run(unknown.script, shape);
  expect([one.end.status, unknown.seen.most]).toEqual(['succeeded', 1]);
  expect(one.notes).toEqual(['"Each" goes round by round: the template is not known to be reviewed.']);
  const known = browser();
  const many = await run(known.script, shape, { reviewed: true });
  expect([many.end.status, known.seen.most, many.notes]).toEqual(['succeeded', 3, []]);
});

test('that a page is opened for each branch is judged before the run', async () => {
  const { plan } = await run(browser().script);
  expect(plan.calls.map(({ tool, bucket }) => `${tool} ${bucket}`)).toEqual([
    'new_page read',
    'navigate read',
    'get_text read',
  ]);
});

test.each([
  [
    'that ends by a condition',
    { loop: ', until: { value: "{{steps.read.text}}", exists: true }' },
    '"until"',
  ],
  ['that acts', { inner: `      - ${sends}` }, 'must only read'],
  [
    'that acts, independent, unreviewed',
    { inner: `      - ${sends}`, loop: ', independent: true' },
    'must only read',
  ],
  ['that begins elsewhere', { first: reads.replace('id: read', 'id: other') }, 'must be a "navigate"'],
  [
    'that chooses pages',
    { inner: '      - { id: all, title: All, tool: list_pages, buckets: [read] }' },
    'page',
  ],
  [
    'that ends the run',
    { inner: `      - ${reads.replace('id: read', 'id: end, finish_if: { value: 1, equals: 1 }')}` },
    'finish_if',
  ],
])('a loop at once %s is refused when it is checked', (_, shape, words) => {
  expect(faultOf(compileText(templateOf(shape))).message).toContain(words);
});
