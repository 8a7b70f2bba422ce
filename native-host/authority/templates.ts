import { canonicalJson } from '../../shared/canonical-json.ts';
import type { TemplateSummary } from '../../shared/protocol/control-messages.ts';
import type { WrittenTemplate } from '../../shared/template.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { signingKey } from '../workflow/template-signature.ts';
import { findTemplate, readTemplates, summarise } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';

/** Where templates lie: the person's own come first and hide shipped ones of the same id. */
export function templateFolders({
  paths,
  config,
  shipped,
}: Pick<Parts, 'paths' | 'config' | 'shipped'>): readonly string[] {
  return [paths.templates, ...config.templates.folders, shipped.templates];
}

/** Every template that can be run; a broken one is left out here and told by `template list`. */
export function offeredTemplates(parts: Parts): readonly TemplateSummary[] {
  return readTemplates(templateFolders(parts), parts.patterns).flatMap(({ loaded }) =>
    loaded.ok ? [summarise(loaded.value.template)] : [],
  );
}

export type TemplateReview = { readonly reviewed: boolean; readonly accepted: boolean };

/**
 * Whether a template was reviewed. Its own word does not count: anybody can write a file. What ships with the product was reviewed with
 * it, so the template must be exactly one of those; or an organisation has signed it, which is its acceptance too. All of this holds for
 * each template that it uses. A signature of `alsoTrusted` keys is a review and no acceptance.
 */
export function reviewOf(
  parts: Pick<Parts, 'shipped' | 'patterns' | 'policy' | 'paths' | 'config'>,
  loaded: LoadedTemplate,
  alsoTrusted: readonly string[] = [],
): TemplateReview {
  const used = loaded.used.map((name) => findTemplate(name, templateFolders(parts), parts.patterns));
  const reviews = [reviewOfOne(parts, loaded.written, alsoTrusted)];
  for (const one of used) reviews.push(one.ok ? reviewOf(parts, one.value, alsoTrusted) : notReviewed);
  return {
    reviewed: reviews.every(({ reviewed }) => reviewed),
    accepted: reviews.every(({ accepted }) => accepted),
  };
}

const notReviewed: TemplateReview = { reviewed: false, accepted: false };

function reviewOfOne(
  { shipped, patterns, policy }: Pick<Parts, 'shipped' | 'patterns' | 'policy'>,
  written: WrittenTemplate,
  alsoTrusted: readonly string[],
): TemplateReview {
  if (written.review.state !== 'reviewed') return notReviewed;
  if (signingKey(written, policy.templateKeys) !== null) return { reviewed: true, accepted: true };
  if (signingKey(written, alsoTrusted) !== null) return { reviewed: true, accepted: false };
  const ours = findTemplate(written.id, [shipped.templates], patterns);
  const isShipped = ours.ok && canonicalJson(ours.value.written) === canonicalJson(written);
  return { reviewed: isShipped, accepted: false };
}
