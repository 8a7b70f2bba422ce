import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packagePaths } from '../native-host/io/package-root.ts';
import { packExtension } from './pack-extension.ts';
import { updateManifest } from './update-manifest.ts';

const usage = `Packs the built extension for an organisation that installs it by policy.

  npm run pack -- --key FILE --url URL [--out FOLDER]

  --key FILE     private key (PEM, RSA) that the organisation signs with; keep it: the extension's id comes from it
  --url URL      where the folder will be served; the policy's update URL is URL/update.xml
  --out FOLDER   where to put localagent.crx and update.xml (default: dist/enterprise)

A new key: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out extension.pem
`;

/** Something on the command line that the person has to change. */
class UsageError extends Error {}

function readKey(path: string | undefined): KeyObject {
  if (path === undefined) throw new UsageError('--key is missing: the private key to sign with.');
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch (error) {
    throw new UsageError(
      `${path} is no private key: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new UsageError(`${path} is no RSA key; browsers take no other for an extension.`);
}

function readUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--url is missing: where the folder will be served.');
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is no http or https URL.`);
  return url.href.replace(/\/$/, '');
}

function main(): void {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      url: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const url = readUrl(values.url);
  const folder = packagePaths().extension;
  if (!existsSync(join(folder, 'manifest.json')))
    throw new UsageError('The extension is not built: npm run build.');
  const packed = packExtension(folder, readKey(values.key), { updateUrl: `${url}/update.xml` });
  const out = resolve(values.out ?? join('dist', 'enterprise'));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'localagent.crx'), packed.bytes);
  const crxUrl = `${url}/localagent.crx`;
  writeFileSync(join(out, 'update.xml'), updateManifest({ id: packed.id, version: packed.version, crxUrl }));
  process.stdout.write(
    [
      `Wrote ${join(out, 'localagent.crx')} and update.xml (version ${packed.version}).`,
      `Extension id: ${packed.id}`,
      `Policy ExtensionInstallForcelist: ["${packed.id};${url}/update.xml"]`,
      `On each machine: localagent install --system --extension-id ${packed.id}`,
      '',
    ].join('\n'),
  );
}

try {
  main();
} catch (error) {
  // Wrong options are parseArgs' own errors.
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  if (!isUsage) throw error;
  process.stderr.write(`${error.message}\nSee: npm run pack -- --help\n`);
  process.exitCode = 2;
}
