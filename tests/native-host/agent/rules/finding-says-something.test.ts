import { findingSaysSomething } from '../../../../native-host/agent/rules/finding-says-something.ts';
import { findingTable } from './rule-table.ts';

findingTable(findingSaysSomething, [
  { case: 'a sentence', text: 'It rises 5,895 metres.', verdict: 'allow' },
  { case: 'an empty text', text: ' ', verdict: 'refuse', says: 'empty' },
  { case: 'nothing in words', text: 'No relevant information on this page', verdict: 'refuse' },
  { case: 'a number alone', text: '5,895', verdict: 'allow' },
  {
    case: 'a sentence that begins like it',
    text: 'None of the four bridges over the river is open to cars in winter, the town says.',
    verdict: 'allow',
  },
]);
