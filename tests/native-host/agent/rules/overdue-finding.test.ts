import { overdueFinding } from '../../../../native-host/agent/rules/overdue-finding.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const search = proposalOf('SEARCH', { query: 'a' });
const items = [{ n: 2, text: 'height', state: 'open' as const }];
const page = onPage({ parts: ['a', 'b'] });
ruleTable(overdueFinding, [
  {
    case: 'three turns without',
    state: stateOf({ turn: 5, lastFindingTurn: 2 }),
    proposal: search,
    verdict: 'allow',
  },
  {
    case: 'four turns without',
    state: stateOf({ turn: 6, lastFindingTurn: 2, items, page }),
    proposal: search,
    verdict: 'note',
    says: 'unread parts: 2. If nothing more is to be found, FINISH and name 2',
  },
  {
    case: 'five turns without',
    state: stateOf({ turn: 7, lastFindingTurn: 2 }),
    proposal: search,
    verdict: 'allow',
  },
  {
    case: 'every eight turns',
    state: stateOf({ turn: 16, lastFindingTurn: 9 }),
    proposal: search,
    verdict: 'note',
  },
  {
    case: 'with one in this answer',
    state: stateOf({ turn: 6 }),
    proposal: proposalOf('DISCOVER', { found: ['It is high'] }),
    verdict: 'allow',
  },
  { case: 'finishing', state: stateOf({ turn: 6 }), proposal: proposalOf('FINISH'), verdict: 'allow' },
]);
