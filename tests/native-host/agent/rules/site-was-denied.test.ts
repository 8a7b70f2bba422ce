import { siteWasDenied } from '../../../../native-host/agent/rules/site-was-denied.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const denied = stateOf({ page: onPage(), deniedOrigins: ['https://a.test'] });
const click = proposalOf('CLICK', { control: 1 });
ruleTable(siteWasDenied, [
  { case: 'nothing was denied', state: stateOf({ page: onPage() }), proposal: click, verdict: 'allow' },
  {
    case: 'another act on the site',
    state: denied,
    proposal: click,
    verdict: 'refuse',
    says: 'https://a.test',
  },
  { case: 'reading on there', state: denied, proposal: proposalOf('READ_MORE'), verdict: 'allow' },
  {
    case: 'an act on another site',
    state: { ...denied, page: onPage({ url: 'https://b.a.test/' }) },
    proposal: click,
    verdict: 'allow',
  },
]);
