// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { RulesView } from '../../../../entrypoints/sidepanel/views/rules-view.tsx';
import type { Receipt } from '../../../../shared/receipt.ts';
import { sampleReceipt, sampleStatus } from '../samples.ts';

const rule = {
  id: 'default.write',
  bucket: 'write',
  mode: 'allow-all',
  approve: true,
  resources: [],
  source: 'default',
  words: 'Writing is allowed everywhere, after you approve it.',
} as const;
const standing = { id: 'always.tainted', words: 'Page text needs your approval.', source: 'always' };

function shown(status: Parameters<typeof sampleStatus>[0], receipts: readonly Receipt[] | null = []): string {
  const root = document.createElement('div');
  act(() => render(<RulesView status={sampleStatus(status)} receipts={receipts} />, root));
  return root.textContent ?? '';
}
const policy = [{ ...rule, resources: [] }];

test('each rule is told in words, with where it stands and what it decided lately', () => {
  const verdict = { decision: 'allow', policies: ['default.write.allow-all'], reason: '' } as const;
  const receipts = [1, 2].map((n) =>
    sampleReceipt({ call_id: `c${n}`, verdict: { ...verdict, policies: [...verdict.policies] } }),
  );
  const text = shown({ policy, standing_rules: [standing] }, receipts);
  expect(text).toContain(
    'Writing is allowed everywhere, after you approve it.As installedAsks firstLately: 2 allowed',
  );
  expect(text).toContain('Always, whatever the rules sayPage text needs your approval.Not needed lately.');
});

test('rules are told before receipts have come', () => {
  expect(shown({ policy }, null)).toContain('Writing is allowed everywhere');
});

test('a list of any length is drawn in part', () => {
  const resources = Array.from({ length: 5_000 }, (_, index) => `domain:d${index}.test`);
  const text = shown({ policy: [{ ...rule, mode: 'allow-list', resources }] });
  expect(text).toContain('d199.test');
  expect(text).not.toContain('d200.test');
  expect(text).toContain('and 4800 more');
});

test('an invalid policy and a switch-off come first', () => {
  expect(shown({ policy, policy_error: 'line 3' })).toMatch(/nothing is allowedline 3.*Writing/);
  const sentence = 'LocalAgent was switched off by Example Ltd.';
  expect(shown({ policy, switched_off: sentence })).toMatch(
    /LocalAgent is switched offLocalAgent was.*Writing/,
  );
});
