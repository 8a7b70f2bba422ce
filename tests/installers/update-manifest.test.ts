import { expect, test } from 'vitest';
import { updateManifest } from '../../installers/update-manifest.ts';

test('the update manifest names version and package', () => {
  const xml = updateManifest({
    id: 'a'.repeat(32),
    version: '1.2.3',
    crxUrl: 'https://x.example/a.crx?a=1&b="',
  });
  expect(xml).toContain(`<app appid="${'a'.repeat(32)}">`);
  expect(xml).toContain(
    '<updatecheck codebase="https://x.example/a.crx?a=1&amp;b=&quot;" version="1.2.3" />',
  );
});
