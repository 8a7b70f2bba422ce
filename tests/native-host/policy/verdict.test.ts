import { expect, test } from 'vitest';
import type { EngineDecision } from '../../../native-host/policy/engine.ts';
import { verdictOf } from '../../../native-host/policy/verdict.ts';

const policies = new Map(
  ['a', 'b', 'c', 'd'].map((id) => [
    id,
    {
      id,
      file: 'f',
      effect: 'forbid',
      words: '',
      title: `${id} on {resource}.`,
      fix: `Fix ${id} in {policy_file}.`,
      text: '',
    } as const,
  ]),
);
const request = {
  ok: true,
  queryFor: () => {
    throw new Error('not asked');
  },
  words: 'https://x.test',
  rule: 'domain:x.test',
} as const;
const verdict = (asIs: EngineDecision, approved: EngineDecision, unattended = false) =>
  verdictOf({ request, policies, policyPath: '/p.yaml', unattended, asIs, approved }).verdict;
const allow: EngineDecision = { kind: 'allow', policies: ['a'] };
const deny = (...ids: string[]): EngineDecision => ({ kind: 'deny', policies: ids });
const fault: EngineDecision = { kind: 'fault', why: 'x' };

test('whether to ask follows from two answers', () => {
  expect(verdict(allow, allow)).toMatchObject({ decision: 'allow', policies: ['a'] });
  expect(verdict(deny('b'), allow)).toEqual({
    decision: 'ask',
    policies: ['b'],
    reason: 'b on https://x.test.',
  });
  expect(verdict(deny('b', 'c'), deny('c'))).toMatchObject({ decision: 'deny', policies: ['c'] });
  expect(verdict(deny('b'), allow, true)).toMatchObject({ decision: 'deny', policies: ['b'] });
});

test('a fault in either answer denies, and so does a denial that nothing decided', () => {
  for (const [asIs, approved] of [
    [fault, allow],
    [deny('b'), fault],
    [deny(), deny()],
  ] as const) {
    expect(verdict(asIs, approved)).toMatchObject({ decision: 'deny', policies: ['engine'] });
  }
});

test('a reason names three policies at most, and one way out', () => {
  expect(verdict(deny('a', 'b', 'c', 'd'), deny('a', 'b', 'c', 'd'))).toEqual({
    decision: 'deny',
    policies: ['a', 'b', 'c', 'd'],
    reason: 'a on https://x.test. b on https://x.test. c on https://x.test. Fix a in /p.yaml.',
  });
});
