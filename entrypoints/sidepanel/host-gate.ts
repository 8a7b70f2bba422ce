import type { PanelState } from './panel-state.ts';
import { type HostScreen, hostScreens } from './words.ts';

/**
 * Whether there is anything to work with. `screen` stands in for every view; `banner` stands above views that may be
 * old, so that a story that was being read is not taken away by a short break.
 */
export type HostGate =
  | { readonly kind: 'open' }
  | { readonly kind: 'banner'; readonly sentence: string }
  | { readonly kind: 'screen'; readonly screen: HostScreen };

export function hostGate(state: PanelState): HostGate {
  const { host } = state;
  if (state.link === 'open' && host?.state === 'connected') return { kind: 'open' };
  const hostState = host === null || host.state === 'connected' ? 'connecting' : host.state;
  if (state.seenHost && (hostState === 'connecting' || hostState === 'host-failed')) {
    return { kind: 'banner', sentence: 'Connection lost. Trying again; what you see may be a moment old.' };
  }
  const known = hostScreens[hostState];
  return {
    kind: 'screen',
    screen: {
      ...known,
      sentence: orElse(host?.sentence, known.sentence),
      // The step that installs is one and the same; the worker's remedy is for what only it knows.
      remedy: known.command === null ? orElse(host?.remedy, known.remedy) : known.remedy,
    },
  };
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text;
}
