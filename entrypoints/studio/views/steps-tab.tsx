import { tools } from '../../../shared/tools/index.ts';
import { Shown } from '../../sidepanel/parts/shown.tsx';
import { isEditable } from '../studio-state.ts';
import { entries, members, type PlacedStep, placedSteps, stepKind, text } from '../template-value.ts';
import type { EditorProps } from './editor-view.tsx';
import { StepForm } from './step-form.tsx';

/** The steps in their order; the chosen one unfolds into its form. */
export function StepsTab({ open, state, actions }: EditorProps) {
  const value = open.checked.value ?? {};
  const steps = placedSteps(value);
  const editable = isEditable(open);
  const add = (): void => {
    const all = entries(members(value)['steps']);
    const taken = steps.map((step) => text(step.value['id']));
    const id = [...Array(taken.length + 1).keys()]
      .map((at) => `step_${at + 1}`)
      .find((one) => !taken.includes(one));
    const step = { id: id ?? 'step', title: 'New step', tool: 'get_text', buckets: ['read'] };
    void actions.edit([{ op: 'insert', path: ['steps'], index: all.length, value: step }]);
    actions.choose(`steps,${all.length}`);
  };
  if (open.checked.value === null && !open.checking)
    return <p class="bad">The text cannot be read. Mend it under "Text".</p>;
  return (
    <>
      <ol class="step-list">
        {steps.map((step) => (
          <StepItem
            key={step.path.join()}
            step={step}
            isOpen={state.step === step.path.join()}
            problems={open.checked.problems.filter(({ path }) => isUnder(path, step.path)).length}
            onToggle={() => actions.choose(state.step === step.path.join() ? '' : step.path.join())}
          >
            <StepForm step={step} open={open} state={state} actions={actions} editable={editable} />
          </StepItem>
        ))}
      </ol>
      {editable ? (
        <button type="button" class="wide add" onClick={add}>
          Add a step
        </button>
      ) : null}
    </>
  );
}

type ItemProps = {
  readonly step: PlacedStep;
  readonly isOpen: boolean;
  readonly problems: number;
  readonly onToggle: () => void;
  readonly children: preact.ComponentChildren;
};

function StepItem({ step: { value, depth, path }, isOpen, problems, onToggle, children }: ItemProps) {
  const inner = `step-${path.join('-')}`;
  return (
    <li class={depth === 1 ? 'step-item is-inner' : 'step-item'}>
      <button type="button" class="step-head" aria-expanded={isOpen} aria-controls={inner} onClick={onToggle}>
        <span class="step-number">
          {path
            .filter((part) => typeof part === 'number')
            .map((at) => Number(at) + 1)
            .join('.')}
        </span>
        <span class="step-words">
          <span class="step-title">
            <Shown text={text(value['title']) || 'Without a title'} charactersMax={80} />
          </span>
          <span class="soft">{kindWords(value)}</span>
        </span>
        {problems === 0 ? null : (
          <span class="bad">{problems === 1 ? '1 thing to mend' : `${problems} to mend`}</span>
        )}
      </button>
      {isOpen ? (
        <div id={inner} class="step-body">
          {children}
        </div>
      ) : null}
    </li>
  );
}

function kindWords(step: PlacedStep['value']): string {
  switch (stepKind(step)) {
    case 'for_each':
      return `Repeats ${entries(step['steps']).length} steps`;
    case 'use':
      return `Does what ${text(step['use'])} does`;
    case 'code':
    case 'script':
      return 'Runs code';
    case 'prompt':
      return 'Asks the model';
    case 'ask':
      return 'Asks you';
    default:
      return tools.get(text(step['tool']))?.title ?? text(step['tool']);
  }
}

/** Whether a problem's path, such as `steps[2].args.selector`, lies in a step and in none of its own steps. */
export function isUnder(problem: string, path: readonly (string | number)[]): boolean {
  const own = path.reduce<string>(
    (so, part) => (typeof part === 'number' ? `${so}[${part}]` : so === '' ? part : `${so}.${part}`),
    '',
  );
  return (problem === own || problem.startsWith(`${own}.`)) && !problem.startsWith(`${own}.steps[`);
}
