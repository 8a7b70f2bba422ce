import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lackingWords } from '../../../native-host/authority/review-lacks.ts';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { readTemplate } from '../../../native-host/workflow/template-store.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { valueIn } from '../workflow/shipped.ts';

const head = (id: string): string => `id: ${id}
version: 1.0.0
title: A title
description: For tests.
`;
const sites = 'sites: ["https://a.example.com"]\n';

test('what a template uses without a review is named, each by what it is', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('scripts/one@1.0.0.yaml', `${head('one')}buckets: [read]\ncode: return 1;\n`);
  const plain = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';
  write('inner.yaml', `${head('inner')}${sites}steps:\n${plain}`);
  const uses =
    '  - { id: a, title: A, script: one@1.0.0, buckets: [read] }\n  - { id: b, title: B, use: inner@1.0.0 }\n';
  write('outer.yaml', `${head('outer')}${sites}steps:\n${uses}`);
  const parts = {
    shipped: { templates: temporaryFolder() },
    patterns: stepPatterns,
    policy: { templateKeys: [] },
    paths: { templates: folder },
    config: { templates: { folders: [] } },
  };
  const read = (name: string) => valueIn(readTemplate(join(folder, name), stepPatterns, [folder]));
  expect(lackingWords(parts, read('outer.yaml'))).toBe(
    ' Of what it uses, these are not reviewed and signed: the script one@1.0.0, the template inner@1.0.0.',
  );
  expect(lackingWords(parts, read('inner.yaml'))).toBe('');
});
