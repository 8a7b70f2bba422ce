import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalStore } from '../../../native-host/artifacts/local-store.ts';
import { bringScripts } from '../../../native-host/authority/bring-scripts.ts';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { readScript, shelfOf } from '../../../native-host/workflow/script-store.ts';
import { signTemplate } from '../../../native-host/workflow/template-signature.ts';
import { attempt } from '../../../shared/faults.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { valueIn } from '../workflow/shipped.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const script = (signature: string): string => `id: one
version: 1.0.0
title: One
description: Gives one.
buckets: [read]
code: return 1;
review: { state: reviewed, by: Anna, at: 2026-06-30${signature} }
`;
const { signature, key } = valueIn(
  signTemplate(valueIn(readScript(script(''), 'one@1.0.0.yaml', stepPatterns)), pem),
);
const signed = script(`, signature: "${signature}"`);
const citing = 'steps:\n  - { id: a, title: A, script: one@1.0.0, buckets: [read] }\n';

async function bring(stored: string | null, work: { template: string | null; inline: string | null }) {
  const [templates, library] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(library, 'la', 'library', 'scripts'), { recursive: true });
  if (stored !== null) writeFileSync(join(library, 'la', 'library', 'scripts', 'one@1.0.0.yaml'), stored);
  writeFileSync(join(templates, 'job.yaml'), `id: job\n${citing}`);
  let opened = 0;
  const parts = {
    paths: { templates },
    config: { templates: { folders: [] }, artifacts: { prefix: 'la/' }, jobs: { trusted_keys: [key] } },
    shipped: { templates: temporaryFolder() },
    patterns: stepPatterns,
    policy: { templateKeys: [] },
  };
  const once = () =>
    attempt(() =>
      bringScripts(parts, work, async () => {
        opened += 1;
        return createLocalStore(library);
      }),
    );
  const done = await once();
  const kept = join(templates, 'library', 'scripts', 'one@1.0.0.yaml');
  return { done, once, kept, opened: () => opened, templates };
}

test.each([
  ['names a template of this machine', { template: 'job', inline: null }],
  [
    'brings its steps along',
    { template: null, inline: JSON.stringify({ steps: [{ script: 'one@1.0.0' }] }) },
  ],
])('a job that %s gets the signed scripts that it cites, once', async (_what, work) => {
  const { done, once, opened, templates } = await bring(signed, work);
  expect(done.ok).toBe(true);
  expect(shelfOf([join(templates, 'library')], stepPatterns).find('one@1.0.0')?.ok).toBe(true);
  await once();
  expect(opened()).toBe(1);
});

test.each([
  ['is not signed', script(''), 'NotReviewed'],
  ['was changed after it was signed', signed.replace('return 1', 'return 2'), 'NotReviewed'],
  ['is no script', 'id: one\n', 'UnknownTemplate'],
])('a script of the library that %s is refused and not kept', async (_what, stored, error) => {
  const { done, kept } = await bring(stored, { template: 'job', inline: null });
  expect(done).toMatchObject({ ok: false, fault: { detail: { job_error: error } } });
  expect(existsSync(kept)).toBe(false);
});

test('what the library has not stays missing, and nothing is opened where nothing is cited', async () => {
  const { done, kept } = await bring(null, { template: 'job', inline: null });
  expect([done.ok, existsSync(kept)]).toEqual([true, false]);
  const none = await bring(signed, { template: null, inline: '{"steps":[]}' });
  expect(none.opened()).toBe(0);
});
