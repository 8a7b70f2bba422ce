import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { extensionIdOf, publicKeyOf } from '../../installers/crx.ts';
import { packExtension } from '../../installers/pack-extension.ts';
import { extensionKey } from '../../shared/extension-id.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function folderWith(key: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'icon'));
  writeFileSync(join(folder, 'icon', '16.png'), 'png');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ name: 'x', version: '1.2.3', key }));
  return folder;
}

/** The manifest is the last file of the archive here: its local header is found by its name. */
function manifestOf(bytes: Buffer): Record<string, unknown> {
  const name = bytes.indexOf('manifest.json');
  const packed = bytes.readUInt32LE(name - 12);
  const start = name + 'manifest.json'.length;
  return JSON.parse(inflateRawSync(bytes.subarray(start, start + packed)).toString());
}

test("a key that is not the signer's is dropped, so that the id is the signer's", () => {
  const packed = packExtension(folderWith(extensionKey), privateKey, {
    updateUrl: 'https://x.example/update.xml',
  });
  expect([packed.id, packed.version]).toEqual([extensionIdOf(publicKeyOf(privateKey)), '1.2.3']);
  expect(manifestOf(packed.bytes)).toEqual({
    name: 'x',
    version: '1.2.3',
    update_url: 'https://x.example/update.xml',
  });
});

test("the signer's own key stays", () => {
  const key = publicKeyOf(privateKey).toString('base64');
  expect(manifestOf(packExtension(folderWith(key), privateKey).bytes)).toMatchObject({ key });
});
