import type { TemplateStanding } from '../../shared/protocol/template-choice-messages.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { templateHash } from '../workflow/template-hash.ts';
import { signingKey } from '../workflow/template-signature.ts';
import { versionsOf } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';
import { isShipped, reviewOf, templateFolders } from './templates.ts';

/** How a template stands on this machine: its versions, who has looked at it, and whether it may run while nobody is there. */
export function standingOf(parts: Parts, loaded: LoadedTemplate): TemplateStanding {
  const { id, version, review } = loaded.template;
  const files = versionsOf(id, templateFolders(parts), parts.patterns);
  const keys = parts.config.jobs.trusted_keys;
  const signed = signingKey(loaded.written, [...parts.policy.templateKeys, ...keys]);
  const forJobs = reviewOf(parts, loaded, { unattended: true, alsoTrusted: keys }).reviewed;
  const here = reviewOf(parts, loaded, { unattended: true }).reviewed;
  return {
    file: files.find((one) => one.version === version)?.file ?? loaded.file,
    versions: files.map((one) => one.version),
    pinned: parts.choices.pinOf(id),
    reviewed_by: review.by ?? null,
    reviewed_at: review.at ?? null,
    signed_by: signed,
    unattended: here || forJobs,
    why: whyOf(parts, loaded, { here, forJobs, signed }),
  };
}

function whyOf(
  parts: Parts,
  loaded: LoadedTemplate,
  {
    here,
    forJobs,
    signed,
  }: { readonly here: boolean; readonly forJobs: boolean; readonly signed: string | null },
): string {
  const trust = parts.choices.trustOf(templateHash(loaded));
  if (here && signed !== null && parts.policy.templateKeys.includes(signed)) {
    return 'Signed by a key of the organisation.';
  }
  if (here && isShipped(parts, loaded.written)) return 'Ships with the product.';
  if (trust === 'unattended') return 'You trust exactly this template, also where nobody is there.';
  if (forJobs) return 'Signed by a key of jobs.trusted_keys: jobs may run it.';
  if (trust === 'watched')
    return 'You trust it where you can answer; nobody has reviewed it for unattended runs.';
  const { review } = loaded.written;
  if (review.state === 'draft') return 'It is a draft: review and sign it, or trust it.';
  if (review.signature === undefined)
    return 'It says that it was reviewed, and is not signed: sign it, or trust it.';
  if (signed === null)
    return 'Its signature is of no key that this machine trusts, or it was changed afterwards.';
  return 'A template that it uses is not reviewed.';
}
