import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const release: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
const version =
  typeof release === 'object' && release !== null && 'version' in release ? `${release.version}` : '0.0.0';

/**
 * A browser profile that has run the extension before goes on with the worker it knows, unless the version differs. So every
 * change of the source is a version of its own: the fourth number, of 16 bits, is taken from a hash of it.
 */
function buildNumber(): number {
  const hash = createHash('sha256');
  for (const folder of ['entrypoints', 'shared', 'public']) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
    for (const path of paths) hash.update(path).update(readFileSync(path));
  }
  return hash.digest().readUInt16BE(0);
}

export default defineConfig({
  srcDir: '.',
  outDir: '.output',
  targetBrowsers: ['chrome'],
  imports: false,
  manifest: {
    name: 'LocalAgent',
    version: `${version}.${buildNumber()}`,
    version_name: version,
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
      // First requests of windows that an agent's page opens.
      'declarativeNetRequestWithHostAccess',
      'webRequest',
      'storage',
      'nativeMessaging',
      'sidePanel',
      'alarms',
      // That an objective is finished or asks something, while the panel is not looked at.
      'notifications',
      // The clipboard tools: a page without a window, and the two rights to the clipboard.
      'offscreen',
      'clipboardRead',
      'clipboardWrite',
    ],
    // Pages of the web are all that is worked on; a picture of the tab in front takes this permission and no lesser one.
    host_permissions: ['<all_urls>'],
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
