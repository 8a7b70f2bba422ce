import { actionIsOffered } from '../../../../native-host/agent/rules/action-is-offered.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const control = {
  n: 1,
  ref: 'e1',
  role: 'button',
  name: 'Go',
  value: null,
  options: [],
  url: 'https://a.test/page',
};
ruleTable(actionIsOffered, [
  { case: 'a search', proposal: proposalOf('SEARCH'), verdict: 'allow' },
  {
    case: 'a click where nothing was shown',
    proposal: proposalOf('CLICK', { control: 1 }),
    verdict: 'refuse',
    says: 'SEARCH',
  },
  {
    case: 'a click on a page with controls',
    state: stateOf({ page: onPage(), controls: [control] }),
    proposal: proposalOf('CLICK', { control: 1 }),
    verdict: 'allow',
  },
  {
    case: 'the same in a run that only reads',
    state: stateOf({ page: onPage(), controls: [control], assigned: { readOnly: true } }),
    proposal: proposalOf('CLICK', { control: 1 }),
    verdict: 'refuse',
  },
  { case: 'reading on without a page', proposal: proposalOf('READ_MORE'), verdict: 'refuse' },
]);
