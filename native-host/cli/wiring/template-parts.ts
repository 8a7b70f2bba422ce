import { dirname } from 'node:path';
import { ok, type Result } from '../../../shared/faults.ts';
import { patterns } from '../../patterns/index.ts';
import { diffTemplates } from '../../workflow/diff-templates.ts';
import { explainTemplate } from '../../workflow/explain-template.ts';
import { foresee } from '../../workflow/foresee.ts';
import { type LoadedTemplate, parseTemplate } from '../../workflow/parse-template.ts';
import { signTemplate } from '../../workflow/template-signature.ts';
import { libraryOf } from '../../workflow/template-store.ts';
import { writeFingerprints } from '../../workflow/write-fingerprints.ts';
import type { HostParts } from '../parts.ts';

type Named = 'checkTemplate' | 'explainTemplate' | 'diffTemplates' | 'signTemplate' | 'writeFingerprints';

/** What the commands do with template files, without an authority; used templates are looked for in the folders. */
export function templateParts(folders: readonly string[]): Pick<HostParts, Named> {
  const read = (text: string, file: string): Result<LoadedTemplate> =>
    parseTemplate(text, file, patterns, libraryOf([...folders, dirname(file)], patterns));
  return {
    checkTemplate: (text, file) => {
      const parsed = read(text, file);
      if (!parsed.ok) return parsed;
      const { id, version, steps } = parsed.value.template;
      return ok({ id, version, steps: steps.length, ...foresee(parsed.value.template, patterns) });
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
      return other.ok ? ok(diffTemplates(one.value.template, other.value.template)) : other;
    },
    signTemplate: (text, file, pem) => {
      const parsed = read(text, file);
      return parsed.ok ? signTemplate(parsed.value.written, pem) : parsed;
    },
    writeFingerprints,
  };
}
