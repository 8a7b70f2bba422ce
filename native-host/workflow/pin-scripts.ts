import { isMap, isPair, isScalar, parseDocument } from 'yaml';
import { type Fault, fault } from '../../shared/faults.ts';
import { type CodeStep, isCode, singleStepsOf } from '../../shared/template.ts';
import { readCodeStep } from './code-step.ts';
import type { LoadedTemplate } from './parse-template.ts';
import type { Patterns } from './ports.ts';

// A script that is cited can be exchanged in its folder, and one that stands in a template can be changed beside it. A hash in the
// step says which one was read.

export type Unpinned = {
  readonly step: CodeStep;
  readonly path: readonly (string | number)[];
  readonly hash: string;
};

/** The code steps of a file that name no hash, with the hash that they would name; those of used templates are pinned there. */
export function unpinnedSteps(
  { template, written }: LoadedTemplate,
  patterns: Patterns,
): readonly Unpinned[] {
  const whole = singleStepsOf(template.steps);
  return written.steps.flatMap((one, index) => {
    const inner = 'for_each' in one ? one.steps : [one];
    return inner.flatMap((step, at): readonly Unpinned[] => {
      if (!isCode(step) || step.code_hash !== undefined) return [];
      const found = whole.find((other) => other.step.id === step.id)?.step;
      const script =
        found !== undefined && isCode(found) ? readCodeStep(found, template, patterns).script : null;
      const path = 'for_each' in one ? ['steps', index, 'steps', at] : ['steps', index];
      return script === null ? [] : [{ step, path, hash: script.code_hash }];
    });
  });
}

/** The text of a template file with the hash of each of these steps; everything else stays as it was written, comments too. */
export function pinScripts(text: string, steps: readonly Unpinned[]): string {
  const document = parseDocument(text, { prettyErrors: false });
  const places = steps.flatMap(({ path, hash }) => {
    const node = document.getIn(path, true);
    if (!isMap(node)) return [];
    const key = node.items.flatMap((pair) =>
      isPair(pair) && isScalar(pair.key) && (pair.key.value === 'code' || pair.key.value === 'script')
        ? [pair.key]
        : [],
    )[0];
    const start = key?.range?.[0];
    if (key === undefined || start === undefined) return [];
    const name = key.type === 'QUOTE_DOUBLE' ? '"code_hash"' : 'code_hash';
    const value = key.type === 'QUOTE_DOUBLE' ? `"${hash}"` : hash;
    const column = start - (text.lastIndexOf('\n', start - 1) + 1);
    return [{ start, line: `${name}: ${value}${node.flow === true ? ', ' : `\n${' '.repeat(column)}`}` }];
  });
  return places
    .sort((one, other) => other.start - one.start)
    .reduce((so, { start, line }) => so.slice(0, start) + line + so.slice(start), text);
}

/** Why a template is not signed yet: the name of a script that it cites says nothing of what is in it. */
export function unpinnedFault(steps: readonly Unpinned[]): Fault | null {
  const cited = steps.filter(({ step }) => step.script !== undefined);
  if (cited.length === 0) return null;
  const told = cited.map(({ step, hash }) => `step "${step.id}" (${step.script}) needs code_hash: ${hash}`);
  return fault(
    'bad-arguments',
    `The template cites scripts without saying which: ${told.join('; ')}.`,
    'Read the scripts, put the hashes into their steps, and sign it then; "localagent template record" writes them too.',
  );
}
