import { findingIsNew } from '../../../../native-host/agent/rules/finding-is-new.ts';
import { findingOf, findingTable, stateOf } from './rule-table.ts';

const state = stateOf({ findings: [findingOf('It rises 5,895 metres.')] });
findingTable(findingIsNew, [
  { case: 'another finding', state, text: 'That is 19,341 feet.', verdict: 'allow' },
  {
    case: 'the same in other dress',
    state,
    text: '5,895 metres: it rises',
    verdict: 'refuse',
    says: '[1] already',
  },
  { case: 'the same with another number', state, text: 'It rises 5,892 metres.', verdict: 'allow' },
  {
    case: 'the same once something was done',
    state: { ...state, lastActTurn: 3 },
    text: 'It rises 5,895 metres.',
    verdict: 'allow',
  },
]);
