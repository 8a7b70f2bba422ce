import { raise } from '../../shared/faults.ts';
import type { JobWork } from '../../shared/protocol/job-messages.ts';
import type { JobErrorName } from '../jobs/failure.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { parseTemplate } from '../workflow/parse-template.ts';
import { shelfOf } from '../workflow/script-store.ts';
import { signingKey } from '../workflow/template-signature.ts';
import type { Parts } from './parts.ts';
import { lackingWords } from './review-lacks.ts';
import { given } from './surfaces.ts';
import { namedTemplate, reviewOf, type TemplateReview, templateFolders } from './templates.ts';

/** The channel of this machine's own schedule; every other one brings work from outside. */
export const ownChannel = 'cron';

export type JobTemplate = { readonly loaded: LoadedTemplate; readonly review: TemplateReview };

/**
 * The template of a job, if it may run while nobody is there. Work from outside runs nothing but what a trusted key has
 * signed: those of the organisation, and those that `jobs.trusted_keys` names. The person's own schedule also runs what
 * was reviewed with the product.
 */
export function jobTemplate(parts: Parts, channel: string, work: JobWork): JobTemplate {
  const loaded = work.inline === null ? named(parts, work) : inline(parts, work.inline);
  const { template } = loaded;
  if (work.template_version !== null && work.template_version !== template.version) {
    refuse(
      'UnknownTemplate',
      `Here template ${template.id} has version ${template.version}, and ${work.template_version} is wanted.`,
      'Bring the wanted version to this machine, or ask for the one that is there.',
    );
  }
  const review = reviewOf(parts, loaded, { unattended: true });
  if (review.accepted || (channel === ownChannel && review.reviewed)) return { loaded, review };
  const keys = parts.config.jobs.trusted_keys;
  const isSigned = signingKey(loaded.written, keys) !== null;
  if (isSigned && reviewOf(parts, loaded, { unattended: true, alsoTrusted: keys }).reviewed) {
    return { loaded, review: { reviewed: true, accepted: false } };
  }
  refuse(
    'NotReviewed',
    `Template ${template.id} ${template.version} is not signed by a key that this machine trusts.${lackingWords(parts, loaded, keys)}`,
    channel === ownChannel
      ? 'Trust it with `localagent template trust FILE --for unattended`, or have it reviewed and signed by a key of jobs.trusted_keys.'
      : 'Review it, sign it with "localagent template sign", and list the key in jobs.trusted_keys of config.yaml.',
  );
}

/** A stored secret's value in the payload: whoever sent it has it, and so has everything that it passed through. */
export function refuseSecretValues({ vault }: Pick<Parts, 'vault'>, work: JobWork): void {
  if (!vault.redactor().finds(JSON.stringify([work.parameters, work.inline]))) return;
  refuse(
    'SecretByValue',
    'The payload holds the value of a secret that is stored here.',
    'Send its name, as secret:NAME, and give the secret a new value.',
  );
}

function named(parts: Parts, work: JobWork): LoadedTemplate {
  const { template, template_version: version } = work;
  const found = namedTemplate(parts, version === null ? (template ?? '') : `${template}@${version}`);
  if (!found.ok) refuse('UnknownTemplate', found.fault.message, found.fault.hint);
  return found.value;
}

// It brings its steps along; scripts that it cites are those of this machine.
function inline(parts: Parts, text: string): LoadedTemplate {
  const shelf = shelfOf(templateFolders(parts), parts.patterns);
  const parsed = parseTemplate(text, 'the payload', parts.patterns, () => null, shelf);
  if (!parsed.ok) refuse('BadPayload', parsed.fault.message, parsed.fault.hint);
  return given(parsed);
}

/** A fault that names the error of the job. */
export function refuse(name: JobErrorName, message: string, hint: string): never {
  return raise('bad-arguments', message, hint, { job_error: name });
}
