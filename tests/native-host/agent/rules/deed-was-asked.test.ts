import { deedWasAsked } from '../../../../native-host/agent/rules/deed-was-asked.ts';
import { assignmentOf } from '../scripted-run.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const control = (name: string, role: string) => ({
  n: 1,
  ref: 'e1',
  role,
  name,
  value: null,
  options: [],
  url: 'https://a.test/',
});
const click = proposalOf('CLICK', { control: 1 });
const asked = (objective: string, name: string, role = 'button') =>
  stateOf({ controls: [control(name, role)], assignment: assignmentOf(objective) });
ruleTable(deedWasAsked, [
  {
    case: 'adding to a basket',
    state: asked('Put tea into the basket', 'Add tea to basket'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'ordering what is only to be put there',
    state: asked('Put tea into the basket', 'Order now'),
    proposal: click,
    verdict: 'refuse',
    says: 'buys or orders',
  },
  {
    case: 'ordering what is to be ordered',
    state: asked('Order the cheapest tea', 'Pay now'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'what is forbidden',
    state: asked('Fill in the form. Do not register yet.', 'Register'),
    proposal: click,
    verdict: 'refuse',
    says: 'forbids',
  },
  {
    case: 'forbidden in one clause, ordered in another',
    state: asked('Save the draft, but do not save the address', 'Save'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'a field with such a word',
    state: asked('Put tea into the basket', 'Order number', 'textbox'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'a word that only sounds like it',
    state: asked('Read on', 'Borders of Europe'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'sending',
    state: asked('Change the city', 'Send message'),
    proposal: click,
    verdict: 'refuse',
    says: 'sends or publishes',
  },
]);
