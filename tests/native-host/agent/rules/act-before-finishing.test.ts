import { actBeforeFinishing } from '../../../../native-host/agent/rules/act-before-finishing.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [{ n: 1, text: 'book a slot', state: 'found' as const }];
const acting = stateOf({ items, assigned: { acts: true } });
ruleTable(actBeforeFinishing, [
  {
    case: 'nothing was done',
    state: acting,
    proposal: proposalOf('FINISH'),
    verdict: 'confirm',
    says: 'Nothing was done yet',
  },
  {
    case: 'one act was done',
    state: { ...acting, actsDone: 1 },
    proposal: proposalOf('FINISH'),
    verdict: 'allow',
  },
  {
    case: 'it is named as missing',
    state: acting,
    proposal: proposalOf('FINISH', { missing: [1] }),
    verdict: 'allow',
  },
  {
    case: 'only something to be known',
    state: stateOf({ items }),
    proposal: proposalOf('FINISH'),
    verdict: 'allow',
  },
]);
