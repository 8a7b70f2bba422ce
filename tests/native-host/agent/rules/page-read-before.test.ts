import { pageReadBefore } from '../../../../native-host/agent/rules/page-read-before.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const links = [{ n: 1, url: 'https://a.test/page#x', text: 'A' }];
const visited = ['https://a.test/page'];
const open = proposalOf('NAVIGATE', { link: 1 });
ruleTable(pageReadBefore, [
  { case: 'a page that is new', state: stateOf({ links }), proposal: open, verdict: 'allow' },
  { case: 'a page that was read', state: stateOf({ links, visited }), proposal: open, verdict: 'confirm' },
  {
    case: 'the same in a run that acts',
    state: stateOf({ links, visited, assigned: { acts: true } }),
    proposal: open,
    verdict: 'allow',
  },
]);
