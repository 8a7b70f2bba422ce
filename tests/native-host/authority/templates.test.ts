import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { reviewOf } from '../../../native-host/authority/templates.ts';
import { readScript } from '../../../native-host/workflow/script-store.ts';
import { templateHash } from '../../../native-host/workflow/template-hash.ts';
import { signTemplate } from '../../../native-host/workflow/template-signature.ts';
import { readTemplate } from '../../../native-host/workflow/template-store.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { valueIn } from '../workflow/shipped.ts';

const review = 'review: { state: reviewed, by: Anna, at: 2026-06-30';
const template = (signature: string): string => `id: citing
version: 1.0.0
title: Citing
description: Cites a script.
sites: ["https://a.example.com"]
steps:
  - { id: one, title: One, script: one@1.0.0, buckets: [read] }
${review}${signature} }
`;
const script = (signature: string): string => `id: one
version: 1.0.0
title: One
description: Gives one.
buckets: [read]
code: return 1;
${review}${signature} }
`;

function organisation() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    key: valueIn(signTemplate(valueIn(readScript(script(''), 'one@1.0.0.yaml', stepPatterns)), pem)).key,
    sign: (text: string, kind: 'template' | 'script', folder: string) => {
      const read =
        kind === 'script'
          ? valueIn(readScript(text, 'one@1.0.0.yaml', stepPatterns))
          : valueIn(readTemplate(join(folder, 'citing.yaml'), stepPatterns, [folder])).written;
      return `, signature: "${valueIn(signTemplate(read, pem)).signature}"`;
    },
  };
}

test.each([
  ['both are signed', true, true, { reviewed: true, accepted: true }],
  ['the script is not signed', true, false, { reviewed: false, accepted: false }],
  ['the template is not signed', false, true, { reviewed: false, accepted: false }],
])('a template that cites a script, where %s', (_what, signsTemplate, signsScript, wanted) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  const { key, sign } = organisation();
  const own = signsScript ? sign(script(''), 'script', folder) : '';
  writeFileSync(join(folder, 'scripts', 'one@1.0.0.yaml'), script(own));
  writeFileSync(join(folder, 'citing.yaml'), template(''));
  const signature = signsTemplate ? sign(template(''), 'template', folder) : '';
  writeFileSync(join(folder, 'citing.yaml'), template(signature));
  const loaded = valueIn(readTemplate(join(folder, 'citing.yaml'), stepPatterns, [folder]));
  const trust = new Map<string, 'watched' | 'unattended'>();
  const parts = {
    choices: { trustOf: (sha256: string) => trust.get(sha256) ?? null },
    shipped: { templates: temporaryFolder() },
    patterns: stepPatterns,
    policy: { templateKeys: [key] },
    paths: { templates: folder },
    config: { templates: { folders: [] } },
  };
  expect(reviewOf(parts, loaded, { unattended: true })).toEqual(wanted);
  // What its person trusts to the letter, script and all, counts as reviewed, and as no more.
  trust.set(templateHash(loaded), 'watched');
  const trusted = { reviewed: true, accepted: wanted.accepted };
  expect(reviewOf(parts, loaded, { unattended: true })).toEqual(wanted);
  expect(reviewOf(parts, loaded, { unattended: false })).toEqual(trusted);
  trust.set(templateHash(loaded), 'unattended');
  expect(reviewOf(parts, loaded, { unattended: true })).toEqual(trusted);
  const scripts = Object.fromEntries(
    Object.entries(loaded.scripts ?? {}).map(([name, one]) => [name, { ...one, title: 'Other' }]),
  );
  expect(templateHash({ ...loaded, scripts })).not.toBe(templateHash(loaded));
});
