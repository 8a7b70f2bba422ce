import { actKey } from '../../../../native-host/agent/act-key.ts';
import { actIsRepeated } from '../../../../native-host/agent/rules/act-is-repeated.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const click = proposalOf('CLICK', { control: 1 });
const here = stateOf({ page: onPage() });
const state = stateOf({ page: onPage(), lastAct: actKey(here, click) ?? '' });
ruleTable(actIsRepeated, [
  { case: 'the same click again', state, proposal: click, verdict: 'confirm' },
  { case: 'a click elsewhere', state, proposal: proposalOf('CLICK', { control: 2 }), verdict: 'allow' },
  {
    case: 'the same number on another page',
    state: { ...state, page: onPage({ url: 'https://a.test/b' }) },
    proposal: click,
    verdict: 'allow',
  },
  { case: 'what touches no page', state, proposal: proposalOf('DISCOVER'), verdict: 'allow' },
]);
