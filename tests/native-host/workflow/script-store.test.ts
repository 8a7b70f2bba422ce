import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { readScript, shelfOf } from '../../../native-host/workflow/script-store.ts';
import { signingKey, signTemplate } from '../../../native-host/workflow/template-signature.ts';
import { readTemplate } from '../../../native-host/workflow/template-store.ts';
import { isCode } from '../../../shared/template.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { faultOf, valueIn } from './shipped.ts';
import { head, plan } from './step-rig.ts';

const script = `id: press
version: 1.0.0
title: Press
description: Presses the button of that name.
inputs: { name: { type: string, required: true, description: what it is called } }
buckets: [read, write]
sites: ["https://a.example.com"]
code: |
  await api.post('/click', { selector: 'role=button[name="' + inputs.name + '"]' });
  return { done: true };
review: { state: reviewed, by: Anna, at: 2026-06-30 }
`;
const citing = (more: string): string => `${head}  - { id: press, title: Press, ${more} }\n`;
const good = citing('script: press@1.0.0, inputs: { name: Go }, buckets: [read, write]');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function loadIn(folder: string) {
  return readTemplate(join(folder, 'small.yaml'), stepPatterns, [folder]);
}

test('a template finds the scripts that it cites beside it', () => {
  const folder = folderWith({ 'small.yaml': good, 'scripts/press@1.0.0.yaml': script });
  const { template, written, scripts } = valueIn(loadIn(folder));
  const [step] = template.steps;
  expect(step !== undefined && isCode(step) ? step.code : null).toContain("api.post('/click'");
  // What is signed is what stands in the file.
  expect(written.steps[0]).not.toHaveProperty('code');
  expect(Object.keys(scripts ?? {})).toEqual(['press@1.0.0']);
});

test.each([
  [
    'another version',
    good.replace('1.0.0, inputs', '1.0.1, inputs'),
    /line 10.*steps\[0\]\.script: there is no script "press@1\.0\.1"\. Did you mean "press@1\.0\.0"/,
  ],
  [
    'an input that it does not take',
    good.replace('name: Go', 'nam: Go'),
    /inputs\.nam: "press@1\.0\.0" takes no input "nam"/,
  ],
  [
    'an input that is missing',
    good.replace('inputs: { name: Go }, ', ''),
    /needs the input "name" \(what it is called\)/,
  ],
  [
    'fewer kinds of act than it has',
    good.replace('[read, write]', '[read]'),
    /declares write, which the step does not/,
  ],
  [
    'another hash',
    good.replace('inputs:', `code_hash: ${'a'.repeat(64)}, inputs:`),
    /line 10.*code_hash: is the hash of another script/,
  ],
])('%s is told at the step', (_what, text, told) => {
  const folder = folderWith({ 'small.yaml': text, 'scripts/press@1.0.0.yaml': script });
  expect(faultOf(loadIn(folder)).message).toMatch(told);
});

test.each([
  [
    'a script that does more than it declares',
    script.replace('[read, write]', '[read]'),
    /cannot be used: press@1\.0\.0\.yaml, buckets: "\/click" in line 1 is of bucket write/,
  ],
  [
    'a file of another name',
    script.replace('version: 1.0.0', 'version: 2.0.0'),
    /belongs into a file named press@2\.0\.0\.yaml/,
  ],
  ['a promise that is none', `${script}output_schema: { type: sum }\n`, /output_schema: is no JSON Schema/],
  ['a key that there is not', script.replace('title:', 'titel:'), /"titel" is not known here/],
  ['a mistake in the code', script.replace('done: true', 'done: window'), /line 2, column \d+ of it: /],
])('%s is told where it is cited', (_what, text, told) => {
  const folder = folderWith({ 'small.yaml': good, 'scripts/press@1.0.0.yaml': text });
  expect(faultOf(loadIn(folder)).message).toMatch(told);
});

test('a script is used on its own sites alone, whichever the parameters come to', () => {
  const own = 'parameters:\n  shop: { type: url, title: Shop, required: true }\nsteps:';
  const text = good
    .replace(/parameters:[\s\S]*steps:/, own)
    .replace('["https://a.example.com"]', '["{{parameters.shop}}"]');
  const folder = folderWith({ 'small.yaml': text, 'scripts/press@1.0.0.yaml': script });
  const at = (shop: string) => plan(valueIn(loadIn(folder)), { shop });
  expect(at('https://a.example.com/orders').ok).toBe(true);
  expect(faultOf(at('https://b.example.com/')).message).toMatch(
    /steps\[0\]\.script: "press@1\.0\.0" may not be used on https:\/\/b\.example\.com/,
  );
});

test('the first folder that has a script counts, and a folder without scripts has none', () => {
  const [own, other] = [
    folderWith({ 'scripts/press@1.0.0.yaml': script.replace('title: Press', 'title: Own') }),
    folderWith({ 'scripts/press@1.0.0.yaml': script }),
  ];
  const found = shelfOf([temporaryFolder(), own, other], stepPatterns).find('press@1.0.0');
  expect(found?.ok === true ? found.value.title : null).toBe('Own');
});

test('a script is signed by itself, as a reviewed one, and a change of it needs a new signature', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const read = (text: string) => valueIn(readScript(text, 'press@1.0.0.yaml', stepPatterns));
  const { signature, key } = valueIn(signTemplate(read(script), pem));
  const signed = read(script.replace('at: 2026-06-30 }', `at: 2026-06-30, signature: "${signature}" }`));
  expect(signingKey(signed, [key])).toBe(key);
  expect(signingKey({ ...signed, code: 'return 1;' }, [key])).toBeNull();
  const draft = read(script.replace('state: reviewed', 'state: draft'));
  expect(faultOf(signTemplate(draft, pem)).message).toContain('draft');
});
