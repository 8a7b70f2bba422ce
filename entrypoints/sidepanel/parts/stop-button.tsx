import { stopKeys } from '../words.ts';
import { Icon } from './icon.tsx';

type Props = { readonly stopping: boolean; readonly onStop: () => void };

/** Stops a run. It is on screen for as long as anything is going on, whatever the panel shows. */
export function StopButton({ stopping, onStop }: Props) {
  return (
    <button
      type="button"
      class="stop"
      aria-keyshortcuts={stopKeys.aria}
      aria-disabled={stopping}
      title={`Stop (${stopKeys.text})`}
      onClick={onStop}
    >
      <Icon name="stop" /> {stopping ? 'Stopping…' : 'Stop'}
    </button>
  );
}
