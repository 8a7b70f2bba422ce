import { askedNumberIsFound } from '../../../../native-host/agent/rules/asked-number-is-found.ts';
import { findingOf, onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const items = [{ n: 1, text: 'registered, with the number of the registration', state: 'found' as const }];
const page = onPage({ parts: ['Thank you, Ada. You are registered. Your number is FH-2041.'] });
const findings = [findingOf('You are registered.')];
const finish = proposalOf('FINISH');
ruleTable(askedNumberIsFound, [
  {
    case: 'a finding without the number',
    state: stateOf({ items, findings, page }),
    proposal: finish,
    verdict: 'confirm',
    says: 'The page says: "Your number is FH-2041."',
  },
  {
    case: 'a finding with it',
    state: stateOf({ items, findings: [findingOf('Your number is FH-2041.')], page }),
    proposal: finish,
    verdict: 'allow',
  },
  {
    case: 'an item that asks for none',
    state: stateOf({ items: [{ n: 1, text: 'be registered', state: 'found' }], findings, page }),
    proposal: finish,
    verdict: 'allow',
  },
  {
    case: 'the item is named as missing',
    state: stateOf({ items, findings, page }),
    proposal: proposalOf('FINISH', { missing: [1] }),
    verdict: 'allow',
  },
]);
