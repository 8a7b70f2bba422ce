import { ok } from '../../../shared/faults.ts';
import { patterns } from '../../patterns/index.ts';
import { diffTemplates } from '../../workflow/diff-templates.ts';
import { explainTemplate } from '../../workflow/explain-template.ts';
import { foresee } from '../../workflow/foresee.ts';
import { parseTemplate } from '../../workflow/parse-template.ts';
import { signTemplate } from '../../workflow/template-signature.ts';
import { writeFingerprints } from '../../workflow/write-fingerprints.ts';
import type { HostParts } from '../parts.ts';

type Named = 'checkTemplate' | 'explainTemplate' | 'diffTemplates' | 'signTemplate' | 'writeFingerprints';

/** What the commands do with template files, without an authority. */
export const templateParts: Pick<HostParts, Named> = {
  checkTemplate: (text, file) => {
    const parsed = parseTemplate(text, file, patterns);
    if (!parsed.ok) return parsed;
    const { id, version, steps } = parsed.value.template;
    return ok({ id, version, steps: steps.length, ...foresee(parsed.value.template, patterns) });
  },
  explainTemplate: (text, file) => {
    const parsed = parseTemplate(text, file, patterns);
    if (!parsed.ok) return parsed;
    const { template } = parsed.value;
    const { id, version, title, review } = template;
    return ok({ id, version, title, review: review.state, ...explainTemplate(template, patterns) });
  },
  diffTemplates: (before, after) => {
    const one = parseTemplate(before.text, before.file, patterns);
    if (!one.ok) return one;
    const other = parseTemplate(after.text, after.file, patterns);
    return other.ok ? ok(diffTemplates(one.value.template, other.value.template)) : other;
  },
  signTemplate: (text, file, pem) => {
    const parsed = parseTemplate(text, file, patterns);
    return parsed.ok ? signTemplate(parsed.value.template, pem) : parsed;
  },
  writeFingerprints,
};
