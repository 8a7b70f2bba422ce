import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, read, root } from './source-tree.ts';

// What is shipped, looked at as it is shipped. `npm test` builds before it tests.
const extension = '.output/chrome-mv3';

test('the extension holds nothing of Node, nothing remote and nothing generated', () => {
  const scripts = filesBelow(extension).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(2);
  const wrong = scripts.filter((file) =>
    /from\s*["']node:|require\(["']node:|importScripts\(|\beval\(["'`\w]/.test(read(file)),
  );
  expect(wrong).toEqual([]);
});

test('what goes into every page carries no schema library along', () => {
  expect(read(`${extension}/page-engine.js`)).not.toMatch(/node_modules\/zod|\bZodType\b/);
});

test('the host uses nothing of the browser extension API', () => {
  const scripts = filesBelow('dist/host').filter((file) => file.endsWith('.mjs'));
  expect(scripts.length).toBeGreaterThan(4);
  expect(
    scripts.filter((file) => /\bchrome\.(runtime|tabs|debugger|scripting|storage)\b/.test(read(file))),
  ).toEqual([]);
});

test('no page and no other extension can reach the extension', () => {
  const manifest: unknown = JSON.parse(read(`${extension}/manifest.json`));
  expect(manifest).not.toHaveProperty('externally_connectable');
  expect(manifest).not.toHaveProperty('web_accessible_resources');
  expect(manifest).not.toHaveProperty('content_scripts');
  expect(manifest).toMatchObject({ manifest_version: 3, host_permissions: ['<all_urls>'] });
});

test('the lock file names no registry, and no private key lies in the tree', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved":\s*"http/);
  const folders = [
    'entrypoints',
    'native-host',
    'public',
    'installers',
    'shared',
    'policies',
    'templates',
    'demo',
  ];
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(folder));
  expect(files.filter((file) => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(read(file)))).toEqual([]);
});
