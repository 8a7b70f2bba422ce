import '../../shared/no-generated-code.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { followUp } from './follow-up.ts';
import { createLoader, createPanelActions } from './panel-actions.ts';
import { openPanelLink } from './panel-link.ts';
import { initialState, type PanelEvent, type PanelState, reduce } from './panel-state.ts';
import { connectRuntimePort } from './runtime-port.ts';

const root = document.getElementById('panel');
if (root === null) throw new Error('index.html has no element #panel');

let state: PanelState = initialState;
let drawn = true;

/** One event: the next state, what follows from it, and one drawing for all events of the same moment. */
function dispatch(event: PanelEvent): void {
  const before = state;
  state = reduce(before, event);
  followUp(event, before, state, load, actions);
  if (!drawn) return;
  drawn = false;
  queueMicrotask(draw);
}

function draw(): void {
  drawn = true;
  if (root !== null) render(<App state={state} actions={actions} />, root);
}

const link = openPanelLink(connectRuntimePort, (event) => queueMicrotask(() => dispatch(event)));
const load = createLoader(link, dispatch);
const actions = createPanelActions(link, () => state, dispatch);
draw();
