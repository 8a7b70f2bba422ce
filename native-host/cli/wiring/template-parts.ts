import { basename, dirname } from 'node:path';
import { failed, ok, type Result } from '../../../shared/faults.ts';
import { stepPatterns as patterns } from '../../authority/step-patterns.ts';
import { readStepCode } from '../../code/step-code.ts';
import { applyProposal } from '../../workflow/apply-proposal.ts';
import { diffTemplates } from '../../workflow/diff-templates.ts';
import { explainTemplate } from '../../workflow/explain-template.ts';
import { foresee } from '../../workflow/foresee.ts';
import { type LoadedTemplate, parseTemplate } from '../../workflow/parse-template.ts';
import { pinScripts, unpinnedFault, unpinnedSteps } from '../../workflow/pin-scripts.ts';
import { readScript, scriptFolder, shelfOf } from '../../workflow/script-store.ts';
import { signTemplate } from '../../workflow/template-signature.ts';
import { libraryOf } from '../../workflow/template-store.ts';
import { writeFingerprints } from '../../workflow/write-fingerprints.ts';
import type { HostParts } from '../parts.ts';

type Named =
  | 'checkTemplate'
  | 'checkScript'
  | 'explainTemplate'
  | 'diffTemplates'
  | 'signTemplate'
  | 'writeFingerprints'
  | 'pinScripts'
  | 'applyProposal';

/** What the commands do with template files, without an authority; used templates are looked for in the folders. */
export function templateParts(folders: readonly string[]): Pick<HostParts, Named> {
  const read = (text: string, file: string): Result<LoadedTemplate> => {
    const around = [...folders, dirname(file)];
    return parseTemplate(text, file, patterns, libraryOf(around, patterns), shelfOf(around, patterns));
  };
  return {
    checkTemplate: (text, file) => {
      const parsed = read(text, file);
      if (!parsed.ok) return parsed;
      const { id, version, steps } = parsed.value.template;
      return ok({ id, version, steps: steps.length, ...foresee(parsed.value.template, patterns) });
    },
    checkScript: (text, file) => {
      if (basename(dirname(file)) !== scriptFolder) return null;
      const script = readScript(text, file, patterns);
      if (!script.ok) return script;
      const { id, version, code, sites = [] } = script.value;
      const read = readStepCode(code, sites);
      if (!read.ok) throw new Error('a script that was read is accepted');
      return ok({ id, version, code_hash: read.script.code_hash, calls: read.script.calls.length });
    },
    explainTemplate: (text, file) => {
      const parsed = read(text, file);
      if (!parsed.ok) return parsed;
      const { template } = parsed.value;
      const { id, version, title, review } = template;
      return ok({ id, version, title, review: review.state, ...explainTemplate(template, patterns) });
    },
    diffTemplates: (before, after) => {
      const one = read(before.text, before.file);
      if (!one.ok) return one;
      const other = read(after.text, after.file);
      return other.ok ? ok(diffTemplates(one.value.template, other.value.template, patterns)) : other;
    },
    signTemplate: (text, file, pem) => {
      if (basename(dirname(file)) === scriptFolder) {
        const script = readScript(text, file, patterns);
        return script.ok ? signTemplate(script.value, pem) : script;
      }
      const parsed = read(text, file);
      if (!parsed.ok) return parsed;
      const unpinned = unpinnedFault(unpinnedSteps(parsed.value, patterns));
      return unpinned === null ? signTemplate(parsed.value.written, pem) : failed(unpinned);
    },
    writeFingerprints,
    pinScripts: (text, file) => {
      const parsed = read(text, file);
      if (!parsed.ok) return parsed;
      const steps = unpinnedSteps(parsed.value, patterns);
      return ok({ text: pinScripts(text, steps), steps: steps.map(({ step }) => step.id) });
    },
    applyProposal,
  };
}
