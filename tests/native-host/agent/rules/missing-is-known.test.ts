import { expect, test } from 'vitest';
import { missingIsKnown } from '../../../../native-host/agent/rules/missing-is-known.ts';
import { fakeEvidence } from '../fake-evidence.ts';
import { findingOf, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [
  { n: 1, text: 'height in metres', state: 'open' as const },
  { n: 2, text: 'height in feet', state: 'found' as const },
];
const state = stateOf({ items });
const told = stateOf({ items, findings: [findingOf('The height in metres is known.')] });
ruleTable(missingIsKnown, [
  { case: 'an open item', state, proposal: proposalOf('FINISH', { missing: [1] }), verdict: 'allow' },
  { case: 'one that is found', state, proposal: proposalOf('FINISH', { missing: [1, 2] }), verdict: 'amend' },
  {
    case: 'one that there is not',
    state,
    proposal: proposalOf('FINISH', { missing: [7] }),
    verdict: 'amend',
  },
  {
    case: 'one whose words are all in the findings',
    state: told,
    proposal: proposalOf('FINISH', { missing: [1] }),
    verdict: 'amend',
  },
]);

test('what remains are the gaps that hold', () => {
  const verdict = missingIsKnown.judge(state, proposalOf('FINISH', { missing: [1, 2, 7] }), fakeEvidence);
  expect(verdict).toMatchObject({ kind: 'amend', proposal: { missing: [1] } });
});
