import { deleteWasAsked } from '../../../../native-host/agent/rules/delete-was-asked.ts';
import { assignmentOf } from '../scripted-run.ts';
import { proposalOf, ruleTable, stateOf } from './rule-table.ts';

const control = (name: string) => ({
  n: 1,
  ref: 'e1',
  role: 'button',
  name,
  value: null,
  options: [],
  url: 'https://a.test/',
});
const click = proposalOf('CLICK', { control: 1 });
const asked = (objective: string, name: string) =>
  stateOf({ controls: [control(name)], assignment: assignmentOf(objective) });
ruleTable(deleteWasAsked, [
  { case: 'saving', state: asked('Change the city', 'Save'), proposal: click, verdict: 'allow' },
  {
    case: 'deleting what nobody wants deleted',
    state: asked('Change the city', 'Delete account'),
    proposal: click,
    verdict: 'refuse',
  },
  {
    case: 'deleting what is to be deleted',
    state: asked('Delete the draft', 'Delete'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'a name with such a word inside another',
    state: asked('Change the city', 'Undeleted items'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'undoing',
    state: asked('Change the city, then undo it', 'Discard changes'),
    proposal: click,
    verdict: 'allow',
  },
  {
    case: 'deleting what must not be deleted',
    state: asked('Change the city, do not delete anything', 'Delete'),
    proposal: click,
    verdict: 'refuse',
  },
]);
