import { expect, test } from 'vitest';
import { templateHash } from '../../../native-host/workflow/template-hash.ts';
import { shippedTemplate } from './shipped.ts';

test('a template has one hash, and any change of it another', () => {
  const { template } = shippedTemplate();
  const hash = templateHash({ template });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(templateHash(shippedTemplate())).toBe(hash);
  expect(templateHash({ template: { ...template, description: `${template.description} ` } })).not.toBe(hash);
});
