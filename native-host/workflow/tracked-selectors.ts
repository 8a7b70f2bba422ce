import { Fingerprint } from '../../shared/fingerprint.ts';
import type { ToolStep } from '../../shared/template.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { Plan } from './compile.ts';
import { resolveValue } from './references.ts';
import type { Tracked } from './repair/mend-selectors.ts';
import { selectorPlaces } from './selector-places.ts';

/** The selectors of a step that can be mended, with what they are remembered by for the run's parameters. */
export function trackedSelectors(
  step: Pick<ToolStep, 'id'>,
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  plan: Pick<Plan, 'template' | 'parameters'>,
): readonly Tracked[] {
  const prints = plan.template.fingerprints ?? {};
  return selectorPlaces(tool, args).flatMap((place) => {
    const found = prints[`${step.id}.${place.place}`];
    if (found === undefined && place.choices.length < 2) return [];
    const print =
      found === undefined
        ? null
        : Fingerprint.parse(resolveValue(found, { parameters: plan.parameters }, () => ''));
    return [{ ...place, print }];
  });
}
