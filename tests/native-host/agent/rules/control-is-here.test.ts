import { controlIsHere } from '../../../../native-host/agent/rules/control-is-here.ts';
import { onPage, proposalOf, ruleTable, stateOf } from './rule-table.ts';

const control = { ref: 'e1', role: 'button', name: 'Go', value: null, options: [] };
const controls = [
  { ...control, n: 1, url: 'https://a.test/page' },
  { ...control, n: 2, url: 'https://other.test/' },
];
const tables = [{ n: 1, ref: 'e9', caption: '', columns: [], rows: 2, url: 'https://other.test/' }];
const state = stateOf({ page: onPage({ url: 'https://a.test/page#here' }), controls, tables });
ruleTable(controlIsHere, [
  {
    case: 'a control of the open page',
    state,
    proposal: proposalOf('CLICK', { control: 1 }),
    verdict: 'allow',
  },
  {
    case: 'one of a page that was left',
    state,
    proposal: proposalOf('CLICK', { control: 2 }),
    verdict: 'refuse',
    says: 'another page',
  },
  {
    case: 'a number that nothing has',
    state,
    proposal: proposalOf('FILL', { control: 3, value: 'x' }),
    verdict: 'refuse',
    says: 'CONTROLS',
  },
  {
    case: 'a key for the page as a whole',
    state,
    proposal: proposalOf('PRESS', { key: 'Escape' }),
    verdict: 'allow',
  },
  {
    case: 'a table of a page that was left',
    state,
    proposal: proposalOf('EXTRACT', { table: 1 }),
    verdict: 'refuse',
    says: 'another page',
  },
  {
    case: 'a table that there is not',
    state,
    proposal: proposalOf('EXTRACT', { table: 5 }),
    verdict: 'refuse',
  },
]);
