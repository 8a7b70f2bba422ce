import { actionIsWhole } from '../../../../native-host/agent/rules/action-is-whole.ts';
import { proposalOf, ruleTable } from './rule-table.ts';

ruleTable(actionIsWhole, [
  { case: 'a search with words', proposal: proposalOf('SEARCH', { query: 'a' }), verdict: 'allow' },
  {
    case: 'a search without',
    proposal: proposalOf('SEARCH', { query: ' ' }),
    verdict: 'refuse',
    says: '"query"',
  },
  { case: 'a link', proposal: proposalOf('NAVIGATE', { link: '[3]' }), verdict: 'allow' },
  { case: 'neither link nor address', proposal: proposalOf('NAVIGATE'), verdict: 'refuse', says: '"link"' },
  {
    case: 'emptying a field is a value',
    proposal: proposalOf('FILL', { control: 1, value: '' }),
    verdict: 'allow',
  },
  { case: 'filling with nothing given', proposal: proposalOf('FILL', { control: 1 }), verdict: 'refuse' },
  { case: 'reading on needs nothing', proposal: proposalOf('READ_MORE'), verdict: 'allow' },
  { case: 'a click on nothing', proposal: proposalOf('CLICK'), verdict: 'refuse', says: '"control"' },
  { case: 'a key', proposal: proposalOf('PRESS', { key: 'Enter' }), verdict: 'allow' },
  { case: 'a download of nothing', proposal: proposalOf('DOWNLOAD'), verdict: 'refuse' },
  { case: 'a table without number', proposal: proposalOf('EXTRACT'), verdict: 'refuse' },
  { case: 'a question without words', proposal: proposalOf('ASK'), verdict: 'refuse' },
]);
