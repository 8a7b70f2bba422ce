import { recordBeforeLeaving } from '../../../../native-host/agent/rules/record-before-leaving.ts';
import { findingOf, onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [{ n: 1, text: 'height of the mountain in metres', state: 'open' as const }];
const page = onPage({ parts: ['The height of the mountain is 5,895 metres.'] });
const leave = proposalOf('NAVIGATE', { link: 1 });
const found = [{ text: 'It is 5,895 metres high', items: [1] }];
ruleTable(recordBeforeLeaving, [
  {
    case: 'leaving what seems to answer an item',
    state: stateOf({ page, items }),
    proposal: leave,
    verdict: 'confirm',
    says: 'The height of the mountain is 5,895',
  },
  {
    case: 'with something recorded now',
    state: stateOf({ page, items }),
    proposal: proposalOf('NAVIGATE', { link: 1, found }),
    verdict: 'allow',
  },
  {
    case: 'with something recorded before',
    state: stateOf({ page, items, findings: [findingOf('It is high.')] }),
    proposal: leave,
    verdict: 'allow',
  },
  {
    case: 'a part that says nothing of it',
    state: stateOf({ page: onPage(), items }),
    proposal: leave,
    verdict: 'allow',
  },
  { case: 'staying', state: stateOf({ page, items }), proposal: proposalOf('DISCOVER'), verdict: 'allow' },
]);
