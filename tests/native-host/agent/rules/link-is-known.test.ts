import { linkIsKnown } from '../../../../native-host/agent/rules/link-is-known.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const state = stateOf({ links: [{ n: 1, url: 'https://a.test/', text: 'A' }] });
ruleTable(linkIsKnown, [
  { case: 'a link that was shown', state, proposal: proposalOf('NAVIGATE', { link: 1 }), verdict: 'allow' },
  {
    case: 'one more than there are',
    state,
    proposal: proposalOf('NAVIGATE', { link: 2 }),
    verdict: 'refuse',
    says: 'from 1 to 1',
  },
  {
    case: 'before any was shown',
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'refuse',
    says: 'SEARCH first',
  },
  { case: 'an address', state, proposal: proposalOf('NAVIGATE', { url: 'a.test/b' }), verdict: 'allow' },
  {
    case: 'an address of another kind',
    state,
    proposal: proposalOf('NAVIGATE', { url: 'javascript:alert(1)' }),
    verdict: 'refuse',
    says: 'http',
  },
  {
    case: 'a download with a control needs no link',
    state,
    proposal: proposalOf('DOWNLOAD', { control: 4 }),
    verdict: 'allow',
  },
]);
