import { findingIsOnPage } from '../../../../native-host/agent/rules/finding-is-on-page.ts';
import { findingTable, stateOf } from './rule-table.ts';

const text = (words: string) => [{ url: 'https://a.test/', title: 'A', part: 1, text: words }];
const state = stateOf({
  shown: text('The mountain rises 5,895 metres above the sea.'),
  snippets: text('Guides cost 200 euros a day.'),
});
findingTable(findingIsOnPage, [
  { case: 'what the page says', state, text: 'The mountain rises 5,895 metres', verdict: 'allow' },
  {
    case: 'nearly what it says',
    state,
    text: 'The mountain rises 5,895 metres in Kenya',
    verdict: 'send-back',
    says: 'the closest sentence is "The mountain rises',
  },
  {
    case: 'something else',
    state,
    text: 'Elephants live along great rivers',
    verdict: 'refuse',
    says: '"elephant"',
  },
  {
    case: 'what only a search result says',
    state,
    text: 'Guides cost 200 euros',
    verdict: 'refuse',
    says: 'open it',
  },
]);
