import { join } from 'node:path';
import { defineConfig } from 'rolldown';

/** The host as it is shipped: one file an entry, what they share in chunks beside them. */
const host = defineConfig({
  input: {
    cli: 'native-host/cli/main.ts',
    main: 'native-host/main.ts',
    relay: 'native-host/relay.ts',
    'keep-browser': 'native-host/cli/keep-browser.ts',
    'pdf-worker': 'native-host/documents/pdf-worker.ts',
    'policy-worker': 'native-host/policy/engine-worker.ts',
    'model-runner': 'native-host/model/embedded-runner.ts',
    demo: 'demo/start.ts',
  },
  platform: 'node',
  resolve: {
    alias: {
      '@modelcontextprotocol/server/_shims': join(import.meta.dirname, 'native-host/mcp/sdk-runtime.ts'),
    },
  },
  // These two find files of their own beside themselves (a .wasm, a driver), so they stay packages.
  external: ['@cedar-policy/cedar-wasm/nodejs', 'playwright-core'],
  output: {
    dir: 'dist/host',
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    cleanDir: true,
  },
});

/** The process that runs scripts may read its own program and nothing else, so that is one file. */
const codeRunner = defineConfig({
  input: { 'code-runner': 'native-host/code/runner.ts' },
  platform: 'node',
  output: { dir: 'dist/host', format: 'esm', entryFileNames: '[name].mjs', cleanDir: false },
});

/** The functions of the cloud half; the AWS SDK is there already where they run. */
const cloud = defineConfig({
  input: { lambda: 'cloud/lambda.ts', intake: 'cloud/intake-lambda.ts' },
  platform: 'node',
  external: [/^@aws-sdk\//],
  output: {
    dir: 'dist/cloud',
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunk-[hash].mjs',
    cleanDir: true,
  },
});

export default defineConfig([host, codeRunner, cloud]);
