import { expect, test } from 'vitest';
import { importsOf, typescriptBelow } from './source-tree.ts';

// Who may import what (ARCHITECTURE.md, "Dependencies"). Each rule names a folder and what its files may import; a
// path prefix ends with `/`, anything else is a package or a whole file.
const rules: readonly { folder: string; may: readonly string[]; except?: readonly string[] }[] = [
  { folder: 'shared', may: ['shared/', 'zod'] },
  {
    folder: 'entrypoints/background',
    may: ['entrypoints/background/', 'shared/', 'zod', 'webextension-polyfill', 'wxt/'],
  },
  { folder: 'entrypoints/clipboard', may: ['entrypoints/clipboard/', 'shared/'] },
  {
    folder: 'entrypoints/recorder',
    may: ['entrypoints/recorder/', 'entrypoints/page-engine/', 'shared/', 'wxt/'],
  },
  {
    folder: 'entrypoints/studio',
    may: ['entrypoints/studio/', 'entrypoints/sidepanel/', 'shared/', 'zod', 'preact', 'preact/'],
  },
  { folder: 'entrypoints/page-engine', may: ['entrypoints/page-engine/', 'shared/', 'wxt/'] },
  {
    folder: 'entrypoints/sidepanel',
    may: ['entrypoints/sidepanel/', 'shared/', 'zod', 'preact', 'preact/', 'idb', 'webextension-polyfill'],
  },
  {
    folder: 'cloud',
    may: ['cloud/', 'shared/', 'zod', 'yaml', 'node:', '@aws-sdk/'],
    except: ['cloud/demo/start.ts'],
  },
  { folder: 'demo', may: ['demo/', 'shared/', 'node:'], except: ['demo/start.ts'] },
];

// Folders of the host see `shared`, `io` and themselves. Those that wire others together are listed with what they wire.
const hostWiring: Readonly<Record<string, readonly string[]>> = {};
const hostPackages = [
  'node:',
  'zod',
  'yaml',
  'unpdf',
  'jsonrepair',
  'openai',
  'openai/',
  'tldts',
  'mime/lite',
  'playwright-core',
  '@cedar-policy/',
  'acorn',
  'graphql',
  '@modelcontextprotocol/',
  '@aws-sdk/',
  '@opentelemetry/',
  'croner',
];

function allowed(name: string, may: readonly string[]): boolean {
  return may.some((prefix) => (/[/:]$/.test(prefix) ? name.startsWith(prefix) : name === prefix));
}

test.each(rules)('files in $folder import only what they may', ({ folder, may, except = [] }) => {
  const strangers = typescriptBelow(folder)
    .filter((file) => !except.includes(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => !allowed(name, may))
        .map((name) => `${file} → ${name}`),
    );
  expect(strangers).toEqual([]);
});

test('a folder of the host imports only shared, io and itself, unless it wires others', () => {
  const strangers = typescriptBelow('native-host').flatMap((file) => {
    const [, folder = ''] = file.split('/');
    if (folder === 'main.ts' || folder === 'cli' || folder === 'authority') return [];
    const own = folder.endsWith('.ts') ? [] : [`native-host/${folder}/`];
    const may = ['shared/', 'native-host/io/', ...own, ...(hostWiring[folder] ?? []), ...hostPackages];
    return importsOf(file)
      .filter((name) => !allowed(name, may))
      .map((name) => `${file} → ${name}`);
  });
  expect(strangers).toEqual([]);
});

test('nothing imports tests, and nothing but tests imports fakes', () => {
  const strangers = ['shared', 'entrypoints', 'native-host', 'demo', 'cloud']
    .flatMap((folder) => typescriptBelow(folder))
    .filter((file) => importsOf(file).some((name) => name.startsWith('tests/')));
  expect(strangers).toEqual([]);
});
