import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A second extension, such as a password manager: it has a page that sites may frame, and does nothing else.

export type OtherExtension = Readonly<{ id: string; folder: string; remove(): void }>;

export function makeOtherExtension(): OtherExtension {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const folder = mkdtempSync(join(tmpdir(), 'localagent-other-extension-'));
  const manifest = {
    manifest_version: 3,
    name: 'Other',
    version: '1',
    key: key.toString('base64'),
    web_accessible_resources: [{ resources: ['frame.html'], matches: ['<all_urls>'] }],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'frame.html'), '<!doctype html><title>Other</title><p>Saved passwords</p>');
  return { id: idOf(key), folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Chromium names an extension by the first half of its key's hash, in letters from a to p. */
function idOf(key: Buffer): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return hash.replace(/[0-9a-f]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}
