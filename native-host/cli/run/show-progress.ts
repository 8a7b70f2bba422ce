import type { RunEvent, RunView } from '../../../shared/run.ts';
import { visibleText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { repairLine, stepLine } from './run-words.ts';

/** Tells the events of one run on the terminal as they come; an event seen before is not told again. */
export function createRunProgress(terminal: Terminal): (event: RunEvent) => void {
  const { paint } = terminal;
  let seen = -1;
  let total = 0;
  // Steps of a loop end several times and count once.
  const finished = new Set<string>();
  let current: string | null = null;
  const redraw = (): void => {
    terminal.live(current === null ? [] : [paint('dim', `  [${finished.size}/${total}] ${current} …`)]);
  };
  return (event) => {
    if (event.seq <= seen) return;
    seen = event.seq;
    switch (event.type) {
      case 'run.started':
        total = event.run.steps.length;
        terminal.say(startLine(event.run, terminal));
        break;
      case 'step.started':
        current = visibleText(event.title);
        break;
      case 'step.finished':
        finished.add(event.step.id);
        current = null;
        terminal.say(stepLine(event.step, paint));
        break;
      case 'file.saved':
        terminal.say(`  ${paint('green', 'file'.padEnd(9))} ${visibleText(event.file.path)}`);
        break;
      case 'approval.answered':
        terminal.say(`  ${paint('yellow', event.answer.padEnd(9))} by ${visibleText(event.by)}`);
        break;
      case 'run.paused':
        terminal.say(
          `  ${paint('yellow', 'paused'.padEnd(9))} by ${visibleText(event.by)}: ${visibleText(event.reason)}`,
        );
        break;
      case 'run.resumed':
        terminal.say(`  ${paint('yellow', 'resumed'.padEnd(9))} by ${visibleText(event.by)}`);
        break;
      case 'note':
        terminal.say(`  ${paint('dim', 'note'.padEnd(9))} ${visibleText(event.text)}`);
        break;
      case 'selector.repaired':
        terminal.say(`  ${paint('yellow', 'mended'.padEnd(9))} ${visibleText(repairLine(event.repair))}`);
        break;
      case 'selector.recorded':
      case 'values.extracted':
      case 'call.settled':
      case 'approval.requested':
        break;
      case 'run.finished':
        current = null;
        break;
    }
    redraw();
  };
}

function startLine(run: RunView, { paint }: Terminal): string {
  const profile = run.profile === null ? '' : ` in ${visibleText(run.profile)}`;
  return `${paint('bold', visibleText(run.template.title))}${profile} ${paint('dim', run.run_id)}`;
}
