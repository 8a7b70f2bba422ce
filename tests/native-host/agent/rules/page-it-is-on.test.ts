import { pageItIsOn } from '../../../../native-host/agent/rules/page-it-is-on.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const links = [
  { n: 1, url: 'https://a.test/page#part', text: 'Here' },
  { n: 2, url: 'https://a.test/page?more=1', text: 'Nearly' },
];
const state = stateOf({ page: onPage({ parts: ['a', 'b'] }), links });
ruleTable(pageItIsOn, [
  {
    case: 'a place in the open page',
    state,
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'refuse',
    says: 'READ_MORE part 2',
  },
  {
    case: 'another address of the site',
    state,
    proposal: proposalOf('NAVIGATE', { link: 2 }),
    verdict: 'allow',
  },
  {
    case: 'with no page open',
    state: stateOf({ links }),
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'allow',
  },
]);
