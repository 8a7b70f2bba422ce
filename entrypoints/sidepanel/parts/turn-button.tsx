import type { RunView } from '../../../shared/run.ts';
import type { ViewProps } from '../app.tsx';

/** Takes a run over, or hands it back. */
export function TurnButton({ run, actions }: Pick<ViewProps, 'actions'> & { readonly run: RunView }) {
  const paused = run.status === 'paused';
  const turn = () => (paused ? actions.resume(run.run_id) : actions.pause(run.run_id));
  return (
    <button type="button" class={paused ? 'turn primary' : 'turn'} onClick={turn}>
      {paused ? 'Hand back' : 'Take over'}
    </button>
  );
}
