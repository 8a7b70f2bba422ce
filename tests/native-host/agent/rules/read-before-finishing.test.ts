import { readBeforeFinishing } from '../../../../native-host/agent/rules/read-before-finishing.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const links = [{ n: 1, url: 'https://a.test/', text: 'A' }];
const finish = proposalOf('FINISH', { missing: [1] });
ruleTable(readBeforeFinishing, [
  {
    case: 'results and no page read',
    state: stateOf({ links }),
    proposal: finish,
    verdict: 'refuse',
    says: 'NAVIGATE',
  },
  {
    case: 'one page read',
    state: stateOf({ links, visited: ['https://a.test/'] }),
    proposal: finish,
    verdict: 'allow',
  },
  {
    case: 'none could be opened',
    state: stateOf({ links, failedVisits: ['https://a.test/'] }),
    proposal: finish,
    verdict: 'allow',
  },
  { case: 'nothing to open', proposal: finish, verdict: 'allow' },
]);
