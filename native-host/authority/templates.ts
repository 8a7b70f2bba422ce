import { join } from 'node:path';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Result } from '../../shared/faults.ts';
import type { TemplateSummary } from '../../shared/protocol/control-messages.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { WrittenTemplate } from '../../shared/template.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { shelfOf } from '../workflow/script-store.ts';
import type { TemplateChoices } from '../workflow/template-choices.ts';
import { templateHash } from '../workflow/template-hash.ts';
import { signingKey } from '../workflow/template-signature.ts';
import { findTemplate, readTemplates, summarise } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';
import { standingOf } from './template-standing.ts';

/** Where scripts are kept that came from the library of the artifact store. */
export function libraryFolder(templates: string): string {
  return join(templates, 'library');
}

/** Where templates lie: the person's own come first and hide shipped ones of the same id. */
export function templateFolders({ paths, config, shipped }: Folders): readonly string[] {
  return [paths.templates, ...config.templates.folders, shipped.templates, libraryFolder(paths.templates)];
}

type Reading = Folders & Pick<Parts, 'patterns'> & { readonly choices: Pick<TemplateChoices, 'pinOf'> };

/** The template of a name: `id@version`, or an id, which means the pinned version or else the newest. */
export function namedTemplate(parts: Reading, name: string): Result<LoadedTemplate> {
  const pinned = parts.choices.pinOf(name);
  return findTemplate(pinned === null ? name : `${name}@${pinned}`, templateFolders(parts), parts.patterns);
}

/** Every template that can be run, as it would be by its id alone; a broken file is not among them. */
export function offeredTemplates(parts: Parts): readonly TemplateSummary[] {
  return readTemplates(templateFolders(parts), parts.patterns).flatMap(({ loaded }) => {
    if (!loaded.ok) return [];
    const meant = namedTemplate(parts, loaded.value.template.id);
    const one = meant.ok ? meant.value : loaded.value;
    return [{ ...summarise(one.template), standing: standingOf(parts, one) }];
  });
}

export type Folders = {
  readonly paths: { readonly templates: string };
  readonly config: { readonly templates: { readonly folders: readonly string[] } };
  readonly shipped: { readonly templates: string };
};
export type ReviewParts = Folders &
  Pick<Parts, 'patterns'> & { readonly policy: { readonly templateKeys: readonly string[] } };
type Reviewing = ReviewParts & { readonly choices: Pick<TemplateChoices, 'trustOf'> };
export type TemplateReview = { readonly reviewed: boolean; readonly accepted: boolean };
/** For what a template is looked at. */
export type ReviewFor = {
  /** Nobody is there: what the person trusts only where they can answer does not count. */
  readonly unattended: boolean;
  /** Keys whose signature is a review and no acceptance. */
  readonly alsoTrusted?: readonly string[];
};

/**
 * Whether a template was reviewed. Its own word does not count: anybody can write a file. What ships with the product was reviewed with
 * it, so the template must be exactly one of those; or an organisation has signed it, which is its acceptance too. All of this holds for
 * each template that it uses and each script that it cites. Or the person trusts exactly this template, with all that it uses.
 */
export function reviewOf(parts: Reviewing, loaded: LoadedTemplate, wanted: ReviewFor): TemplateReview {
  const own = reviewOfAll(parts, loaded, wanted.alsoTrusted ?? []);
  if (own.reviewed) return own;
  const trust = parts.choices.trustOf(templateHash(loaded));
  const counts = trust === 'unattended' || (trust === 'watched' && !wanted.unattended);
  return { reviewed: counts, accepted: false };
}

/** What those who sign say of a template, without its person's own trust. */
export function reviewOfAll(
  parts: ReviewParts,
  loaded: LoadedTemplate,
  alsoTrusted: readonly string[],
): TemplateReview {
  const used = loaded.used.map((name) => findTemplate(name, templateFolders(parts), parts.patterns));
  const reviews = [reviewOfOne(parts, loaded.written, alsoTrusted)];
  for (const script of Object.values(loaded.scripts ?? {}))
    reviews.push(reviewOfScript(parts, script, alsoTrusted));
  for (const one of used) reviews.push(one.ok ? reviewOfAll(parts, one.value, alsoTrusted) : notReviewed);
  return {
    reviewed: reviews.every(({ reviewed }) => reviewed),
    accepted: reviews.every(({ accepted }) => accepted),
  };
}

const notReviewed: TemplateReview = { reviewed: false, accepted: false };

/** Whether a script that templates cite was reviewed: as a template is. */
export function reviewOfScript(
  { shipped, patterns, policy }: ReviewParts,
  script: StepScript,
  alsoTrusted: readonly string[],
): TemplateReview {
  if (script.review.state !== 'reviewed') return notReviewed;
  if (signingKey(script, policy.templateKeys) !== null) return { reviewed: true, accepted: true };
  if (signingKey(script, alsoTrusted) !== null) return { reviewed: true, accepted: false };
  const ours = shelfOf([shipped.templates], patterns).find(`${script.id}@${script.version}`);
  const isShipped = ours?.ok === true && canonicalJson(ours.value) === canonicalJson(script);
  return { reviewed: isShipped, accepted: false };
}

function reviewOfOne(
  parts: ReviewParts,
  written: WrittenTemplate,
  alsoTrusted: readonly string[],
): TemplateReview {
  if (written.review.state !== 'reviewed') return notReviewed;
  if (signingKey(written, parts.policy.templateKeys) !== null) return { reviewed: true, accepted: true };
  if (signingKey(written, alsoTrusted) !== null) return { reviewed: true, accepted: false };
  return { reviewed: isShipped(parts, written), accepted: false };
}

/** Whether it is exactly what ships with the product. */
export function isShipped(
  { shipped, patterns }: Pick<ReviewParts, 'shipped' | 'patterns'>,
  written: WrittenTemplate,
): boolean {
  const ours = findTemplate(written.id, [shipped.templates], patterns);
  return ours.ok && canonicalJson(ours.value.written) === canonicalJson(written);
}
