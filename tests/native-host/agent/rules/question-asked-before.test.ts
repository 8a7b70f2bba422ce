import { questionAskedBefore } from '../../../../native-host/agent/rules/question-asked-before.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const ask = (question: string) => proposalOf('ASK', { question });
const state = stateOf({ questions: ['Which size do you want?'] });
const many = stateOf({ questions: ['a1', 'b2', 'c3', 'd4', 'e5'] });
ruleTable(questionAskedBefore, [
  { case: 'another question', state, proposal: ask('Which colour do you want?'), verdict: 'allow' },
  {
    case: 'the same',
    state,
    proposal: ask('which size do you want'),
    verdict: 'refuse',
    says: 'asked that before',
  },
  { case: 'the sixth', state: many, proposal: ask('Which colour?'), verdict: 'refuse', says: 'enough' },
]);
