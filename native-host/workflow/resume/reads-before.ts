import { failed, ok, type Result } from '../../../shared/faults.ts';
import { isLoop, isQuestion, type Step, type ToolStep } from '../../../shared/template.ts';
import { tools } from '../../../shared/tools/index.ts';
import { cannotGoOn, type DoneAct } from './cut-off-run.ts';

/** What a step does with the page that the run works on: nothing, open one, read it, or more than that. */
type PageUse = 'none' | 'opens' | 'reads' | 'needs';

/** They name pages of a browser that may be another by now, or say themselves what they do with the page. */
const otherUses: ReadonlySet<string> = new Set(['select_page', 'close_page', 'list_pages', 'execute_code']);
const openers: ReadonlySet<string> = new Set(['navigate', 'new_page', 'login']);

/**
 * The settled steps that must be done again so that the page is as the next one needs it: from the last navigation on, as long
 * as everything after it only read. None when what follows opens a page of its own. A page that an act has left cannot be had
 * again without that act, which is the fault.
 */
export function readsBefore(
  settled: readonly Step[],
  rest: readonly Step[],
  acts: readonly DoneAct[],
): Result<ReadonlySet<string>> {
  const first = rest.find((step) => !mayBeMissed(step) && pageUse(step) !== 'none');
  if (first === undefined || (pageUse(first) === 'opens' && first.if === undefined)) return ok(new Set());
  const again = new Set<string>();
  for (const step of settled.toReversed()) {
    const use = pageUse(step);
    if (use === 'none') continue;
    const acted = acts.some(({ step_id }) => idsOf(step).includes(step_id));
    if (acted || !onlyReads(step)) {
      const message = `"${first.title}" needs the page as "${step.title}" left it, and that step is not done again.`;
      return failed(cannotGoOn(message));
    }
    again.add(step.id);
    if (use === 'opens') return ok(again);
  }
  // No step before has opened a page: the first that needs one fails as it would in any run.
  if (again.size === 0) return ok(again);
  return failed(cannotGoOn(`"${first.title}" needs a page that no step of the run has opened.`));
}

// Without its page such a step is passed over, and the report says so.
function mayBeMissed(step: Step): boolean {
  return 'on_failure' in step && step.on_failure === 'skip';
}

function pageUse(step: Step): PageUse {
  if (!isLoop(step)) return 'tool' in step ? toolUse(step) : isQuestion(step) ? 'none' : 'needs';
  const inner = step.steps.filter((one) => pageUse(one) !== 'none');
  const [first] = inner;
  if (first === undefined) return 'none';
  // The first round opens its page before anything else looks at it.
  if (pageUse(first) === 'opens' && first.if === undefined) return 'opens';
  return inner.every((one) => pageUse(one) === 'reads') ? 'reads' : 'needs';
}

function toolUse({ tool: name, args, buckets }: ToolStep): PageUse {
  const tool = tools.get(name);
  if (tool === undefined || otherUses.has(name) || 'page' in args) return 'needs';
  if (openers.has(name) && typeof args['url'] === 'string') return 'opens';
  if (tool.page === 'none') return 'none';
  return buckets.every((bucket) => bucket === 'read') ? 'reads' : 'needs';
}

function onlyReads(step: Step): boolean {
  if (isLoop(step)) return step.steps.every(onlyReads);
  if (!('tool' in step)) return false;
  const use = pageUse(step);
  if (use === 'opens') return step.tool !== 'login' && step.args['auth'] === undefined;
  return use !== 'needs';
}

function idsOf(step: Step): readonly string[] {
  return isLoop(step) ? [step.id, ...step.steps.map(({ id }) => id)] : [step.id];
}
