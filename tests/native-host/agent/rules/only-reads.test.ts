import { onlyReads } from '../../../../native-host/agent/rules/only-reads.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const reading = stateOf({ assigned: { readOnly: true } });
ruleTable(onlyReads, [
  { case: 'opening a page', state: reading, proposal: proposalOf('NAVIGATE', { link: 1 }), verdict: 'allow' },
  {
    case: 'filling a field',
    state: reading,
    proposal: proposalOf('FILL', { control: 1, value: 'x' }),
    verdict: 'refuse',
  },
  { case: 'a download', state: reading, proposal: proposalOf('DOWNLOAD', { link: 1 }), verdict: 'refuse' },
  {
    case: 'the same where acts are allowed',
    proposal: proposalOf('FILL', { control: 1, value: 'x' }),
    verdict: 'allow',
  },
]);
