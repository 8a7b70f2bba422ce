import { executeTree } from './execute-tree.ts';
import type { CallAnswered, FromRunner, ToRunner } from './runner-messages.ts';

// The process in which one script runs. It is started without any permission, with an empty environment and nothing but
// the channel to its parent, runs one tree, and is ended by its parent.

let answered: ((answer: CallAnswered) => void) | null = null;
let started = false;

process.on('message', (message: ToRunner) => {
  if (message.type !== 'run') {
    answered?.(message);
    answered = null;
    return;
  }
  if (started) return;
  started = true;
  const { program, args, sources = {}, limits } = message;
  void executeTree({
    program,
    args,
    sources,
    limits,
    now: () => performance.now(),
    call: (asked) => {
      tell(asked);
      return new Promise((resolve) => {
        answered = resolve;
      });
    },
  }).then(tell);
});
process.on('disconnect', () => process.exit(0));
tell({ type: 'ready' });

function tell(message: FromRunner): void {
  process.send?.(message);
}
