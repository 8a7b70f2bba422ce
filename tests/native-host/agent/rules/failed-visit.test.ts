import { failedVisit } from '../../../../native-host/agent/rules/failed-visit.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const links = [{ n: 1, url: 'https://a.test/page#x', text: 'A' }];
const open = proposalOf('NAVIGATE', { link: 1 });
ruleTable(failedVisit, [
  { case: 'never tried', state: stateOf({ links }), proposal: open, verdict: 'allow' },
  {
    case: 'failed before',
    state: stateOf({ links, failedVisits: ['https://a.test/page'] }),
    proposal: open,
    verdict: 'refuse',
  },
  {
    case: 'another page of that site',
    state: stateOf({ links, failedVisits: ['https://a.test/'] }),
    proposal: open,
    verdict: 'allow',
  },
]);
