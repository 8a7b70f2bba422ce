import type { RunStatus, StepView } from '../../../shared/run.ts';
import { Icon, type IconName } from './icon.tsx';

type Status = RunStatus | StepView['status'];

const marks: Readonly<Record<Status, IconName>> = {
  running: 'dot',
  waiting_approval: 'pause',
  paused: 'pause',
  pending: 'dot',
  succeeded: 'check',
  skipped: 'minus',
  failed: 'cross',
  refused: 'shield',
  cancelled: 'stop',
  outcome_unknown: 'question',
  unknown: 'question',
};

/** The sign of a status: its shape tells it without its colour. */
export function StatusMark({ status }: { readonly status: Status }) {
  return (
    <span class={`status-mark is-${status}`}>
      <Icon name={marks[status]} />
    </span>
  );
}
