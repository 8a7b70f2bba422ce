import { nothingLeftToRead } from '../../../../native-host/agent/rules/nothing-left-to-read.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const state = stateOf({ page: onPage({ parts: ['a', 'b', 'c'], read: [1, 2] }) });
ruleTable(nothingLeftToRead, [
  { case: 'the next part', state, proposal: proposalOf('READ_MORE'), verdict: 'allow' },
  {
    case: 'a part that was read',
    state,
    proposal: proposalOf('READ_MORE', { part: 2 }),
    verdict: 'refuse',
    says: 'Not read yet: 3',
  },
  {
    case: 'a part that there is not',
    state,
    proposal: proposalOf('READ_MORE', { part: 4 }),
    verdict: 'refuse',
    says: '3 parts',
  },
  { case: 'the last one', state, proposal: proposalOf('READ_MORE', { part: 3 }), verdict: 'allow' },
  {
    case: 'all were read',
    state: stateOf({ page: onPage() }),
    proposal: proposalOf('READ_MORE'),
    verdict: 'refuse',
    says: 'all of this page',
  },
  { case: 'no page is open', proposal: proposalOf('READ_MORE'), verdict: 'refuse', says: 'No page' },
]);
