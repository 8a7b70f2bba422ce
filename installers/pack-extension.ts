import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { extensionIdOf, packCrx, publicKeyOf } from './crx.ts';
import { zip } from './zip.ts';

const Manifest = z.looseObject({
  version: z.string(),
  key: z.string().optional(),
  update_url: z.string().optional(),
});

export type PackedExtension = Readonly<{ bytes: Buffer; id: string; version: string }>;

/**
 * Packs a built extension into a signed .crx. The id is the one of the signing key; a manifest `key` that says otherwise
 * is dropped, since a browser refuses a package that contradicts itself. `updateUrl` is written into the manifest.
 */
export function packExtension(
  folder: string,
  privateKey: KeyObject,
  options: Readonly<{ updateUrl?: string }> = {},
): PackedExtension {
  const publicKey = publicKeyOf(privateKey);
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const { key, ...others } = manifest;
  const packed = {
    ...others,
    ...(key === publicKey.toString('base64') ? { key } : {}),
    ...(options.updateUrl === undefined ? {} : { update_url: options.updateUrl }),
  };
  const files = filesBelow(folder)
    .filter((path) => path !== 'manifest.json')
    .map((path) => ({ name: path.split(sep).join('/'), bytes: readFileSync(join(folder, path)) }));
  const archive = zip([...files, { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(packed)) }]);
  return { bytes: packCrx(archive, privateKey), id: extensionIdOf(publicKey), version: manifest.version };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
