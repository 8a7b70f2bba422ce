import { wallIsRespected } from '../../../../native-host/agent/rules/wall-is-respected.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const links = [{ n: 1, url: 'https://walled.test/a', text: 'A' }];
ruleTable(wallIsRespected, [
  {
    case: 'no wall was met',
    state: stateOf({ links }),
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'allow',
  },
  {
    case: 'another page of the site',
    state: stateOf({ links, walls: ['walled.test'] }),
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'refuse',
  },
  {
    case: 'a site of nearly the same name',
    state: stateOf({ links, walls: ['alled.test'] }),
    proposal: proposalOf('NAVIGATE', { link: 1 }),
    verdict: 'allow',
  },
  {
    case: 'the engine once more',
    state: stateOf({ walls: ['search'] }),
    proposal: proposalOf('SEARCH', { query: 'a' }),
    verdict: 'refuse',
    says: 'links',
  },
]);
