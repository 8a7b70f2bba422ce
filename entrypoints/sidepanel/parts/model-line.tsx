import { modelInUse, modelPlace } from '../objective-words.ts';
import type { PanelState } from '../panel-state.ts';
import { Shown } from './shown.tsx';

type Props = { readonly state: PanelState; readonly onOpen: () => void };

/** The model that an objective would get, and where that is. Opens the page where another is chosen. */
export function ModelLine({ state, onOpen }: Props) {
  const { models, looking } = state.objectives;
  const model = modelInUse(models?.models ?? []);
  if (model === null) {
    const words = models === null || looking ? 'Looking for a model…' : 'No model was found';
    return (
      <button type="button" class="quiet model-line" onClick={onOpen}>
        <span>{words}</span>
        <span class="soft">{models === null || looking ? 'Models' : 'What to do'}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      class="quiet model-line"
      aria-label={`Model: ${model.name}. Choose another`}
      onClick={onOpen}
    >
      <Shown text={model.name} charactersMax={30} />
      <span class={model.remote ? 'remote' : 'soft'}>{modelPlace(model)}</span>
    </button>
  );
}
