import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { findTemplate } from '../workflow/template-store.ts';
import { type ReviewParts, reviewOfAll, reviewOfScript, templateFolders } from './templates.ts';

/** The scripts and templates that a template brings along and that were not reviewed, for the person who has to see to it; empty: none. */
export function lackingWords(
  parts: ReviewParts,
  loaded: LoadedTemplate,
  alsoTrusted: readonly string[] = [],
): string {
  const scripts = Object.entries(loaded.scripts ?? {})
    .filter(([, script]) => !reviewOfScript(parts, script, alsoTrusted).reviewed)
    .map(([name]) => `the script ${name}`);
  const used = loaded.used.filter((name) => {
    const found = findTemplate(name, templateFolders(parts), parts.patterns);
    return !found.ok || !reviewOfAll(parts, found.value, alsoTrusted).reviewed;
  });
  const lacking = [...scripts, ...used.map((name) => `the template ${name}`)];
  return lacking.length === 0
    ? ''
    : ` Of what it uses, these are not reviewed and signed: ${lacking.join(', ')}.`;
}
