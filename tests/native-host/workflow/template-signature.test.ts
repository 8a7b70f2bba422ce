import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { signingKey, signTemplate } from '../../../native-host/workflow/template-signature.ts';
import { Template } from '../../../shared/template.ts';

const template = Template.parse({
  id: 'report',
  version: '1.0.0',
  title: 'Report',
  description: '',
  sites: ['https://portal.example.com'],
  steps: [
    {
      id: 'open',
      title: 'Open',
      tool: 'navigate',
      buckets: ['read'],
      args: { url: 'https://portal.example.com' },
    },
  ],
  review: { state: 'reviewed', by: 'A. Person' },
});
const pem = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

function signed() {
  const made = signTemplate(template, String(pem));
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
}

test('a signed template is known by the key that signed it, and by no other', () => {
  const { signature, key } = signed();
  const whole = { ...template, review: { ...template.review, signature } };
  const other = `${'A'.repeat(43)}=`;
  expect(signingKey(whole, [other, key])).toBe(key);
  expect(signingKey(whole, [other])).toBeNull();
  expect(signingKey(whole, [])).toBeNull();
  expect(signingKey(template, [key])).toBeNull();
});

test('anything changed after signing breaks the signature', () => {
  const { signature, key } = signed();
  const review = { ...template.review, signature };
  for (const changed of [
    { ...template, version: '1.0.1', review },
    { ...template, steps: [...template.steps, ...template.steps], review },
    { ...template, review: { ...review, by: 'B. Person' } },
    { ...template, review: { ...review, signature: `${signature.slice(0, -4)}AAA=` } },
    { ...template, review: { ...review, signature: '' } },
  ]) {
    expect(signingKey(changed, [key])).toBeNull();
  }
});

test('only an Ed25519 key signs, and only what was reviewed', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  expect(signTemplate(template, String(ec))).toMatchObject({
    fault: { hint: expect.stringContaining('ed25519') },
  });
  expect(signTemplate(template, 'no key')).toMatchObject({ ok: false });
  const draft = { ...template, review: { state: 'draft' } } as const;
  expect(signTemplate(draft, String(pem))).toMatchObject({
    fault: { message: expect.stringContaining('draft') },
  });
});
