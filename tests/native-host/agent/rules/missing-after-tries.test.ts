import { missingAfterTries } from '../../../../native-host/agent/rules/missing-after-tries.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [{ n: 1, text: 'height in feet', state: 'open' as const }];
const finish = proposalOf('FINISH', { missing: [1] });
ruleTable(missingAfterTries, [
  {
    case: 'never looked for',
    state: stateOf({ items }),
    proposal: finish,
    verdict: 'confirm',
    says: 'only 0 times. SEARCH',
  },
  {
    case: 'looked for twice',
    state: stateOf({ items, tries: { 1: 2 } }),
    proposal: finish,
    verdict: 'confirm',
    says: 'height in feet',
  },
  {
    case: 'looked for three times',
    state: stateOf({ items, tries: { 1: 3 } }),
    proposal: finish,
    verdict: 'allow',
  },
  {
    case: 'with parts unread',
    state: stateOf({ items, page: onPage({ parts: ['a', 'b'] }) }),
    proposal: finish,
    verdict: 'confirm',
    says: 'READ_MORE part 2',
  },
  {
    case: 'nothing is called missing',
    state: stateOf({ items }),
    proposal: proposalOf('FINISH'),
    verdict: 'allow',
  },
]);
