import { countText } from '../amounts.ts';
import { Command } from '../parts/command.tsx';
import type { HostScreen } from '../words.ts';

type Props = {
  readonly screen: HostScreen;
  /** Reports that this browser keeps. */
  readonly kept: number;
  readonly onRetry: () => void;
  readonly onRead: () => void;
};

/** Stands in for everything while the program on this computer cannot be reached: why, and the one step that helps. */
export function HostScreenView({ screen, kept, onRetry, onRead }: Props) {
  return (
    <section class="host-screen" aria-live="polite">
      <h1 tabIndex={-1}>{screen.title}</h1>
      <p>{screen.sentence}</p>
      {screen.command === null ? null : <Command text={screen.command} />}
      {screen.remedy === '' ? null : <p class="soft">{screen.remedy}</p>}
      {screen.retry ? (
        <button type="button" class="primary" onClick={onRetry}>
          Try again
        </button>
      ) : (
        <div class="breathing" aria-hidden="true" />
      )}
      {screen.retry && kept > 0 ? (
        <button type="button" onClick={onRead}>
          Read what this browser keeps ({countText(kept, 'report')})
        </button>
      ) : null}
    </section>
  );
}
