import { repeatedSearch } from '../../../../native-host/agent/rules/repeated-search.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const state = stateOf({ searches: ['Height of Kilimanjaro in metres'] });
const search = (query: string) => proposalOf('SEARCH', { query });
ruleTable(repeatedSearch, [
  { case: 'another question', state, proposal: search('Kilimanjaro climbers'), verdict: 'allow' },
  {
    case: 'the same',
    state,
    proposal: search('Height of Kilimanjaro in metres'),
    verdict: 'refuse',
    says: 'other words',
  },
  {
    case: 'the same in another order and dress',
    state,
    proposal: search('kilimanjaro: metres, HEIGHT'),
    verdict: 'refuse',
  },
  {
    case: 'one word more',
    state,
    proposal: search('Height of Kilimanjaro in metres and feet'),
    verdict: 'allow',
  },
]);
