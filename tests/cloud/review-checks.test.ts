import { expect, test } from 'vitest';
import { checkProposal, ReviewedTemplate } from '../../cloud/review-checks.ts';

const step = { id: 'open', tool: 'click', buckets: ['write'], args: { selector: '#a' } };
const base = {
  ...{ id: 't', version: '1.0.0', sites: ['https://a.example.com'], steps: [step] },
  parameters: { user: { type: 'string' } },
  review: { state: 'draft' },
};
const of = (more: object) => ReviewedTemplate.parse({ ...base, version: '1.0.1', ...more });
const before = ReviewedTemplate.parse(base);
const blocking = (more: object, said: Parameters<typeof checkProposal>[2] = []) =>
  checkProposal(before, of(more), said).flatMap(({ rule, blocks }) => (blocks ? [rule] : []));

test.each<[string, object, string]>([
  ['a site more', { sites: ['https://a.example.com', 'https://b.example.com'] }, 'sites'],
  ['a site more in one step', { steps: [{ ...step, sites: ['https://b.example.com'] }] }, 'sites'],
  ['a flow of text', { flows: [{ from: 'https://a.example.com', to: 'https://b.example.com' }] }, 'flows'],
  ['a secret', { parameters: { user: { type: 'secret' } } }, 'secrets'],
  ['another kind of act', { steps: [{ ...step, buckets: ['write', 'delete'] }] }, 'buckets'],
  ['a step that acts', { steps: [step, { ...step, id: 'more' }] }, 'acts'],
  ['another tool', { steps: [{ ...step, tool: 'fill' }] }, 'acts'],
  ['code', { steps: [{ id: 'open', buckets: ['write'], code: 'return 1;' }] }, 'code'],
  ['another template', { steps: [step, { id: 'enter', use: 'other@1.0.0' }] }, 'uses'],
  ['a step within a loop', { steps: [step, { id: 'loop', steps: [{ ...step, id: 'inner' }] }] }, 'acts'],
])('%s blocks, unless it was said', (_what, more, rule) => {
  expect(blocking(more)).toContain(rule);
  expect(blocking(more, ['sites', 'flows', 'secrets', 'buckets', 'acts', 'code', 'uses'])).toEqual([]);
});

test.each<[string, object]>([
  ['another selector', { steps: [{ ...step, args: { selector: ['#b', '#a'] } }] }],
  ['a step more that only reads', { steps: [step, { id: 'look', tool: 'get_text', buckets: ['read'] }] }],
  ['less than before', { steps: [] }],
])('%s does not block', (_what, more) => {
  expect(blocking(more)).toEqual([]);
});

test.each<[string, object, string]>([
  ['another id', { id: 'u' }, 'identity'],
  ['an older version', { version: '0.9.0' }, 'identity'],
  ['a signature that came along', { review: { state: 'reviewed', signature: 'x' } }, 'signature'],
])('%s blocks whatever was said', (_what, more, rule) => {
  expect(blocking(more, ['sites', 'buckets', 'acts'])).toEqual([rule]);
});
