import type { ExtractionField } from '../../../shared/extraction.ts';
import type { Template } from '../../../shared/template.ts';
import type { TemplatePlan } from '../../../shared/template-plan.ts';
import { plannedPictures } from './planned-pictures.ts';

type ExplainedExtraction = Pick<TemplatePlan, 'extraction' | 'leaves'>;

/** Tells a plan before the run; `shown` puts references into words. */
export function explainExtraction(template: Template, shown: (text: string) => string): ExplainedExtraction {
  const plan = Object.entries(template.extraction ?? {});
  const extraction = plan.map(([field, one]) => ({ field, words: wordsOf(one, shown) }));
  if (plan.length === 0) return { extraction, leaves: [] };
  const local = plan.filter(([, { from }]) => from !== undefined).map(([name]) => name);
  const pictures = plannedPictures(template).map(
    ({ step_id, fields }) =>
      `the picture of step ${step_id}, for ${fields.join(', ')}, with every field that holds a secret painted over`,
  );
  const outputs = Object.keys(template.output);
  const values = [
    ...(local.length === 0 ? [] : [`the values of ${local.join(', ')}, with the page and place of each`]),
    ...(outputs.length === 0 ? [] : [`what "output" names: ${outputs.join(', ')}`]),
  ];
  return { extraction, leaves: [...values, ...pictures] };
}

function wordsOf(
  { source, from = '', screenshot = '', formula = '', wins }: ExtractionField,
  shown: Shown,
): string {
  const here = `read here: ${shown(from)}`;
  const cloud = `read in the cloud, in a picture: ${shown(screenshot)}`;
  if (source === 'dom_local') return here;
  if (source === 'screenshot_cloud') return cloud;
  if (source === 'derived_cloud') return `computed in the cloud: ${formula}`;
  const winner = wins === 'screenshot' ? 'picture' : 'page';
  return `${here}; compared with what is ${cloud}; where they differ, both are told and the ${winner} wins`;
}

type Shown = (text: string) => string;
