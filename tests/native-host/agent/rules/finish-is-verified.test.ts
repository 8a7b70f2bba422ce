import { finishIsVerified } from '../../../../native-host/agent/rules/finish-is-verified.ts';
import { findingOf, onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [{ n: 1, text: 'height', state: 'open' as const }];
const findings = [findingOf('It is high.')];
const page = onPage({ parts: ['a', 'b', 'c'] });
ruleTable(finishIsVerified, [
  {
    case: 'everything is found',
    state: stateOf({ items: [{ n: 1, text: 'height', state: 'found' }], findings }),
    proposal: proposalOf('FINISH'),
    verdict: 'allow',
  },
  {
    case: 'nothing is recorded',
    state: stateOf({ items }),
    proposal: proposalOf('FINISH'),
    verdict: 'confirm',
    says: 'Nothing is recorded. 0 sources so far. SEARCH',
  },
  {
    case: 'an item is open, with its sources and unread parts',
    state: stateOf({ items, findings, page }),
    proposal: proposalOf('FINISH'),
    verdict: 'confirm',
    says: '1 source so far, unread parts here: 2, 3.',
  },
  {
    case: 'the open item is named',
    state: stateOf({ items, findings }),
    proposal: proposalOf('FINISH', { missing: [1] }),
    verdict: 'allow',
  },
  { case: 'another action', state: stateOf({ items }), proposal: proposalOf('DISCOVER'), verdict: 'allow' },
]);
