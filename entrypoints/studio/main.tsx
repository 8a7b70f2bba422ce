import '../../shared/no-generated-code.ts';
import { render } from 'preact';
import { studioPortName } from '../../shared/protocol/studio-messages.ts';
import { recordedActsMax } from '../../shared/recording.ts';
import { connectRuntimePort } from '../sidepanel/runtime-port.ts';
import { createStudioActions } from './studio-actions.ts';
import { StudioApp } from './studio-app.tsx';
import { openStudioLink } from './studio-link.ts';
import { initialState, isChanged, isEditable, type StudioState } from './studio-state.ts';

const root = document.getElementById('studio');
if (root === null) throw new Error('index.html has no element #studio');
startStudio(root);

function startStudio(place: HTMLElement): void {
  let state: StudioState = initialState;
  let drawn = true;
  const change = (part: Partial<StudioState>): void => {
    state = { ...state, ...part };
    if (!drawn) return;
    drawn = false;
    queueMicrotask(draw);
  };
  const draw = (): void => {
    drawn = true;
    render(<StudioApp state={state} actions={actions} />, place);
  };

  const link = openStudioLink(() => connectRuntimePort(studioPortName), {
    status: (host) => {
      const joined = host.state === 'connected' && state.host?.state !== 'connected';
      change({ host });
      if (joined) void actions.loadLibrary().then(openAsked);
    },
    told: ({ act }) => {
      const { recording } = state;
      if (recording === null || !recording.going) return;
      change({ recording: { ...recording, acts: [...recording.acts, act].slice(0, recordedActsMax) } });
    },
    ended: (end) => {
      if (state.recording === null) return;
      change({ recording: { ...state.recording, going: false, end } });
      void bringForward();
    },
    lost: () => {
      const { recording } = state;
      change({
        host: null,
        recording: recording?.going ? { ...recording, going: false, end: 'lost' } : recording,
      });
    },
  });
  const actions = createStudioActions({ link, state: () => state, change });
  /** The template that the address names, once. */
  let asked = new URLSearchParams(location.search).get('template');
  const openAsked = async (): Promise<void> => {
    const found = state.library?.find(({ id }) => id === asked);
    asked = null;
    if (found !== undefined && state.open === null)
      await actions.open({ place: found.place, file: found.file });
  };
  draw();
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    // What is being written in a field counts once the field is left; to save is to leave it for a moment.
    document.activeElement?.dispatchEvent(new Event('change', { bubbles: true }));
    if (state.open !== null && isEditable(state.open)) void actions.save();
  });
  addEventListener('beforeunload', (event) => {
    if (isChanged(state)) event.preventDefault();
  });
}

/** The person has finished in the recorded tab and goes on here. */
async function bringForward(): Promise<void> {
  const tab = await chrome.tabs.getCurrent();
  if (tab?.id !== undefined) await chrome.tabs.update(tab.id, { active: true });
}
