import { actsOnPages } from '../offered-actions.ts';
import { controlWords } from '../prompts/observation.ts';
import { type AgentState, pageAddress } from '../state.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** An act is done on the page that it was meant for: a control's number means that control, in that page. */
export const controlIsHere = defineRule('control-is-here', (state, { action, control, table }) => {
  if (action === 'EXTRACT') {
    const known = state.tables.find(({ n }) => n === table);
    if (known === undefined) return refuse('There is no table with that number.');
    return isHere(state.page?.url, known.url)
      ? allow
      : refuse('That table is on another page. Open it first.');
  }
  if (!actsOnPages(action) || control === null) return allow;
  const known = state.controls.find(({ n }) => n === control);
  if (known === undefined) return refuse(`There is no control with that number. ${controlsHere(state)}`);
  if (isHere(state.page?.url, known.url)) return allow;
  return refuse(`Control (${control}) is on another page than the one that is open. Open its page first.`);
});

const toldMax = 10;

/** The numbers that there are, so that the same mistake is not made again. */
function controlsHere({ page, controls }: AgentState): string {
  const here = controls.filter(({ url }) => isHere(page?.url, url)).slice(0, toldMax);
  return here.length === 0 ? 'This page has none.' : `CONTROLS now: ${here.map(controlWords).join(' · ')}`;
}

function isHere(open: string | undefined, known: string): boolean {
  return open !== undefined && pageAddress(open) === pageAddress(known);
}
