import { expect, test } from 'vitest';
import { ruleUse } from '../../../entrypoints/sidepanel/rule-use.ts';
import { sampleReceipt } from './samples.ts';

const by = (
  policy: string,
  change: Parameters<typeof sampleReceipt>[0] = {},
  decision = 'allow' as 'allow' | 'deny',
) => sampleReceipt({ verdict: { decision, policies: [policy], reason: '' }, ...change });
const approval = { approval_id: 'a', answer: 'denied', by: 'panel' } as const;

test('what a rule decided is counted by its id and its parts, and not by ids that only begin alike', () => {
  const receipts = [
    by('write.allow-list'),
    by('write.approve', { approval }),
    by('write.allow-list', {}, 'deny'),
    by('writer.allow-all'),
    by('tool.click.write.deny-all'),
    by('always.tainted', {}, 'deny'),
  ];
  expect(ruleUse('write', receipts)).toMatchObject({ allowed: 1, asked: 1, refused: 1 });
  expect(ruleUse('always.tainted', receipts)).toMatchObject({ allowed: 0, asked: 0, refused: 1 });
  expect(ruleUse('read', receipts).latest).toEqual([]);
});

test('the newest calls come first, five at most', () => {
  const receipts = Array.from({ length: 7 }, (_, index) =>
    by('read.allow-all', { call_id: `c${index}`, started_at: `2026-04-03T10:00:0${index}.000Z` }),
  );
  expect(ruleUse('read', receipts).latest.map(({ call_id }) => call_id)).toEqual([
    'c6',
    'c5',
    'c4',
    'c3',
    'c2',
  ]);
});
