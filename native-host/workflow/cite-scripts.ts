import type { Result } from '../../shared/faults.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import type { StepScript } from '../../shared/step-script.ts';
import {
  type CodeStep,
  isCode,
  isLoop,
  type SingleStep,
  type Step,
  type Template,
  type WrittenTemplate,
} from '../../shared/template.ts';
import { checkCitedUse } from './code-step.ts';
import type { Problem } from './problems.ts';

/** Scripts that are kept by themselves, by `id@version`, and the names that there are. */
export type ScriptShelf = {
  /** Null: there is none; a fault: what there is cannot be used. */
  find(name: string): Result<StepScript> | null;
  names(): readonly string[];
};
export const emptyShelf: ScriptShelf = { find: () => null, names: () => [] };

export type CitedScripts = {
  /** The template with the text of each script that it cites in its step. */
  readonly template: Template;
  readonly scripts: Readonly<Record<string, StepScript>>;
  readonly problems: readonly Problem[];
};

/** Puts the scripts that a template cites into its steps. */
export function citeScripts(template: Template, shelf: ScriptShelf): CitedScripts {
  const scripts: Record<string, StepScript> = {};
  const problems: Problem[] = [];
  const cite = <Kind extends Step>(step: Kind, path: readonly PropertyKey[]): Kind => {
    if (!isCode(step) || step.script === undefined) return step;
    const found = shelf.find(step.script);
    if (found === null) {
      const message = `there is no script "${step.script}".${didYouMean(step.script, shelf.names())} It would lie in "scripts" beside the template, as ${step.script}.yaml`;
      problems.push({ path: [...path, 'script'], message });
      return step;
    }
    if (!found.ok) {
      problems.push({ path: [...path, 'script'], message: `cannot be used: ${found.fault.message}` });
      return step;
    }
    const script = found.value;
    scripts[step.script] = script;
    const wrong = checkCitedUse(step, script);
    problems.push(...wrong.map((one) => ({ ...one, path: [...path, ...one.path] })));
    return { ...step, code: script.code };
  };
  const steps = template.steps.map((step, index): Step => {
    const path = ['steps', index];
    if (!isLoop(step)) return cite(step, path);
    return { ...step, steps: step.steps.map((inner, at): SingleStep => cite(inner, [...path, 'steps', at])) };
  });
  return { template: { ...template, steps }, scripts, problems };
}

/** A code step has its script in one place. */
export function checkCodePlaces({ steps }: WrittenTemplate): Problem[] {
  return steps.flatMap((step, index) => {
    const path = ['steps', index];
    if (isCode(step)) return placeProblem(step, path);
    if (!('for_each' in step)) return [];
    return step.steps.flatMap((inner, at) =>
      isCode(inner) ? placeProblem(inner, [...path, 'steps', at]) : [],
    );
  });
}

function placeProblem({ code, script }: CodeStep, path: readonly PropertyKey[]): Problem[] {
  if (code === undefined || script === undefined) return [];
  return [{ path: [...path, 'script'], message: 'stands beside "code"; a step has one of the two' }];
}
