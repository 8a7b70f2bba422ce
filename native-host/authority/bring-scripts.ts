import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobWork } from '../../shared/protocol/job-messages.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { readScript, scriptBytesMax, scriptFolder, shelfOf } from '../workflow/script-store.ts';
import { signingKey } from '../workflow/template-signature.ts';
import { textsOf } from '../workflow/template-store.ts';
import { refuse } from './job-rules.ts';
import type { Parts } from './parts.ts';
import { type Folders, libraryFolder, templateFolders } from './templates.ts';

/** Scripts that one job may bring. */
const broughtMax = 50;
const citation =
  /"?\bscript"?\s*:\s*"?([a-z][a-z0-9-]{0,79}@\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,60})?)/g;

type Means = Folders &
  Pick<Parts, 'patterns'> & {
    readonly policy: { readonly templateKeys: readonly string[] };
    readonly config: {
      readonly artifacts: { readonly prefix: string };
      readonly jobs: { readonly trusted_keys: readonly string[] };
    };
  };

/**
 * Brings the scripts that a job's template cites and that this machine has not, from the library in the artifact store. Only what a
 * trusted key has signed is kept, under its name; what the library has not is told when the template is read.
 */
export async function bringScripts(
  parts: Means,
  work: Pick<JobWork, 'template' | 'inline'>,
  open: () => Promise<ArtifactStore>,
): Promise<void> {
  const folders = templateFolders(parts);
  const texts = work.inline === null ? textsOf(work.template ?? '', folders) : [work.inline];
  const cited = new Set(texts.flatMap((text) => [...text.matchAll(citation)].map(([, name = '']) => name)));
  const shelf = shelfOf(folders, parts.patterns);
  const missing = [...cited].filter((name) => shelf.find(name) === null).slice(0, broughtMax);
  if (missing.length === 0) return;
  const store = await open();
  try {
    for (const name of missing) await bring(parts, name, store);
  } finally {
    store.close();
  }
}

async function bring(parts: Means, name: string, store: ArtifactStore): Promise<void> {
  const { artifacts, jobs } = parts.config;
  const file = `${name}.yaml`;
  const found = await store.read(`${artifacts.prefix}library/${scriptFolder}/${file}`, scriptBytesMax);
  if (!found.ok) refuse('HostUnavailable', found.fault.message, found.fault.hint);
  if (found.value === null) return;
  const text = found.value.toString('utf8');
  const script = readScript(text, file, parts.patterns);
  if (!script.ok)
    refuse(
      'UnknownTemplate',
      `The script ${name} of the library cannot be used: ${script.fault.message}`,
      script.fault.hint,
    );
  if (!isSigned(script.value, [...parts.policy.templateKeys, ...jobs.trusted_keys])) {
    refuse(
      'NotReviewed',
      `The script ${name} of the library is not signed by a key that this machine trusts.`,
      'Sign it with "localagent template sign", and store it anew.',
    );
  }
  const folder = join(libraryFolder(parts.paths.templates), scriptFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `.${file}.part`), found.value, { mode: 0o600 });
  renameSync(join(folder, `.${file}.part`), join(folder, file));
}

function isSigned(script: StepScript, keys: readonly string[]): boolean {
  return script.review.state === 'reviewed' && signingKey(script, keys) !== null;
}
