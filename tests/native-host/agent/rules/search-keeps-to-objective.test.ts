import { searchKeepsToObjective } from '../../../../native-host/agent/rules/search-keeps-to-objective.ts';
import { findingOf, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const search = (query: string, more: object = {}) => proposalOf('SEARCH', { query, ...more });
ruleTable(searchKeepsToObjective, [
  { case: 'words of the objective', proposal: search('tallest mountain'), verdict: 'allow' },
  { case: 'what a page wants', proposal: search('cheap watches'), verdict: 'refuse', says: 'objective' },
  { case: 'one word in common', proposal: search('mountain watches'), verdict: 'allow' },
  {
    case: 'a name that was found',
    state: stateOf({ findings: [findingOf('It is Kilimanjaro.')] }),
    proposal: search('Kilimanjaro'),
    verdict: 'allow',
  },
  {
    case: 'a name that this very answer finds',
    proposal: search('Kilimanjaro', { found: [{ text: 'It is Kilimanjaro', items: [] }] }),
    verdict: 'allow',
  },
]);
