import { isLoop, isPrompt, type LoopStep, type Step, type Template } from '../../shared/template.ts';
import type { Problem } from './problems.ts';

/** Tools that say themselves which page is meant. */
const pageTools: ReadonlySet<string> = new Set(['new_page', 'select_page', 'close_page', 'list_pages']);

/**
 * What keeps a loop's rounds from going on beside each other: each has a page of its own and must open it first, none may look
 * at another, and what acts takes a reviewed template that says that its rounds are independent.
 */
export function checkParallel({ steps, review }: Pick<Template, 'steps' | 'review'>): Problem[] {
  return steps.flatMap((step, index) => {
    if (!isLoop(step) || branchesOf(step) < 2) return [];
    const path = ['steps', index, 'for_each', 'at_once'];
    const inner = step.steps.flatMap((one, at) =>
      innerProblem(one, at === 0).map((message) => ({ path: ['steps', index, 'steps', at], message })),
    );
    return [...loopProblems(step, review.state).map((message) => ({ path, message })), ...inner];
  });
}

/** How many rounds of a loop may go on at once. */
export function branchesOf({ for_each: loop }: LoopStep): number {
  return loop.at_once ?? 1;
}

/** Whether every step of a loop only reads, so that its rounds cannot get in each other's way. */
export function onlyReads({ steps }: LoopStep): boolean {
  return steps.every((step) => step.buckets.every((bucket) => bucket === 'read'));
}

/** Steps that open a page for their round instead of going on in the one that is there. */
export function openingSteps({ steps }: Pick<Template, 'steps'>): ReadonlySet<string> {
  const loops = steps.filter((step) => isLoop(step)).filter((step) => branchesOf(step) > 1);
  return new Set(loops.flatMap(({ steps: [first] }) => (first === undefined ? [] : [first.id])));
}

function loopProblems(step: LoopStep, review: Template['review']['state']): readonly string[] {
  const independent = step.for_each.independent === true && review === 'reviewed';
  return [
    ...(step.for_each.until === undefined
      ? []
      : ['rounds at once cannot end by "until", which looks at one after the other']),
    ...(onlyReads(step) || independent
      ? []
      : ['rounds at once must only read, or the template is reviewed and says "independent: true"']),
  ];
}

function innerProblem(step: Step, isFirst: boolean): readonly string[] {
  if (!('tool' in step)) return isPrompt(step) ? [] : ['cannot stand where rounds go on at once'];
  const opens = step.tool === 'navigate' && typeof step.args['url'] === 'string' && step.if === undefined;
  return [
    ...(isFirst && !opens ? ['must be a "navigate" to a URL, as each round has a page of its own'] : []),
    ...(pageTools.has(step.tool) || 'page' in step.args
      ? ['cannot choose a page where each round has one of its own']
      : []),
    ...(step.finish_if === undefined ? [] : ['"finish_if" cannot end a run out of rounds at once']),
    ...(step.output === undefined ? [] : ['"output" is of one round; gather with "collect"']),
  ];
}
