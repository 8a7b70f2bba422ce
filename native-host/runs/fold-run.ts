import { foldObjective } from '../../shared/objective.ts';
import type { FiledFile, RunEvent, RunView, StepView } from '../../shared/run.ts';

/** Repairs that a run tells; the events have all. */
const repairsMax = 200;

/** The run as it stands after one more event. */
export function foldRun(run: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case 'run.started':
    case 'run.finished':
      return event.run;
    case 'step.started':
      return { ...run, steps: run.steps.map((step) => (step.id === event.step_id ? running(step) : step)) };
    case 'step.finished':
      return { ...run, steps: run.steps.map((step) => (step.id === event.step.id ? event.step : step)) };
    case 'approval.requested':
      return { ...run, status: 'waiting_approval' };
    case 'approval.answered':
    case 'run.resumed':
      return { ...run, status: 'running' };
    case 'run.paused':
      return { ...run, status: 'paused' };
    case 'file.saved':
      return { ...run, files: withFile(run.files, event.file) };
    case 'selector.repaired':
      return { ...run, repairs: [...(run.repairs ?? []), event.repair].slice(0, repairsMax) };
    case 'values.extracted':
      return { ...run, extracted: event.extracted };
    case 'selector.recorded':
    case 'call.settled':
    case 'note':
      return run;
    default:
      return run.objective === undefined
        ? asked(run, event)
        : { ...run, objective: foldObjective(run.objective, event) };
  }
}

/** The run that a list of events tells of; null when they do not begin with its start. */
export function foldEvents(events: readonly RunEvent[]): RunView | null {
  const [first, ...others] = events;
  return first?.type === 'run.started' ? others.reduce(foldRun, first.run) : null;
}

function asked(run: RunView, event: RunEvent): RunView {
  if (event.type === 'question.asked') return { ...run, question: event.question };
  return event.type === 'question.answered' ? { ...run, question: null } : run;
}

function running(step: StepView): StepView {
  return { ...step, status: 'running' };
}

// One document is one entry: once it is filed, the download that it came from is not told of beside it.
function withFile(files: readonly FiledFile[], file: FiledFile): FiledFile[] {
  const others = files.filter(({ path, sha256, state }) => {
    const isItsDownload = state === 'downloaded' && file.state !== 'downloaded' && sha256 === file.sha256;
    return path !== file.path && !isItsDownload;
  });
  return [...others, file];
}
