import { defineConfig } from 'wxt';
import { extensionKey } from './shared/extension-id.ts';

// No inline scripts, no eval, no remote code, no connections: all the extension says goes through native
// messaging.
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export default defineConfig({
  srcDir: '.',
  outDir: '.output',
  targetBrowsers: ['chrome'],
  imports: false,
  manifest: {
    name: 'LocalAgent',
    description: 'Works in your own browser, under your rules, and shows what it did.',
    key: extensionKey,
    minimum_chrome_version: '130',
    permissions: [
      'debugger',
      'scripting',
      'tabs',
      'tabGroups',
      'webNavigation',
      'downloads',
      'storage',
      'nativeMessaging',
      'sidePanel',
      'alarms',
    ],
    host_permissions: ['http://*/*', 'https://*/*'],
    content_security_policy: { extension_pages: pagePolicy },
    action: { default_title: 'LocalAgent' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+L' }, description: 'Open the side panel' },
    },
    storage: { managed_schema: 'managed-schema.json' },
    incognito: 'not_allowed',
  },
  // The names in a stack trace are worth more to whoever reads a fault report than a smaller file.
  vite: () => ({
    build: { minify: false, target: 'chrome130' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  }),
});
