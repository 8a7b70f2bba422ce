import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { extensionId, hostName } from '../../shared/extension-id.ts';
import { type BrowserFamily, userManifestFolder } from './browser-families.ts';

// A native-messaging manifest tells the browser which program it may start for which extension. Linux and macOS read it
// from folders, Windows from a registry key that holds the file's path. Everything here is data: `install` writes it.

export const HostManifest = z.strictObject({
  name: z.literal(hostName),
  description: z.string(),
  path: z.string(),
  type: z.literal('stdio'),
  allowed_origins: z.array(z.string().regex(/^chrome-extension:\/\/[a-p]{32}\/$/)).min(1),
});
export type HostManifest = z.infer<typeof HostManifest>;

/** An extension's id: 32 letters from `a` to `p`. */
export const ExtensionId = z.string().regex(/^[a-p]{32}$/, 'must be 32 letters from a to p');

/** `launcher` is an absolute path; `extraIds` are ids under which an organisation has signed the extension itself. */
export function hostManifest(launcher: string, extraIds: readonly string[] = []): HostManifest {
  const ids = [...new Set([extensionId, ...extraIds.map((id) => ExtensionId.parse(id))])];
  return {
    name: hostName,
    description: 'LocalAgent: the local program behind the extension.',
    path: launcher,
    type: 'stdio',
    allowed_origins: ids.map((id) => `chrome-extension://${id}/`),
  };
}

/** The manifest file's bytes. */
export function hostManifestText(manifest: HostManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

export type Platform = 'linux' | 'darwin' | 'win32';
export type Scope = 'user' | 'system';

export type ManifestPlace = Readonly<{
  /** Where the manifest file stands. */
  file: string;
  /** Windows: the key (below HKCU or HKLM) whose default value is the file's path; null elsewhere. */
  registry: string | null;
}>;

/** Where `family` looks for the manifest. `files` is the folder of a manifest that the registry points to. */
export function manifestPlace(
  family: BrowserFamily,
  platform: Platform,
  scope: Scope,
  at: Readonly<{ env: Readonly<Record<string, string | undefined>>; files: string }>,
): ManifestPlace {
  if (platform === 'win32') {
    const root = scope === 'user' ? 'HKCU' : 'HKLM';
    return {
      file: win32.join(at.files, `${hostName}.json`),
      registry: `${root}\\${family.registryKey}\\${hostName}`,
    };
  }
  const folder =
    scope === 'user' ? userManifestFolder(family, platform, at.env) : family.systemManifests[platform];
  return { file: posix.join(folder, `${hostName}.json`), registry: null };
}

/** Arguments of `reg.exe` that enter or remove the key. */
export function registryArguments(act: 'add' | 'delete' | 'query', place: ManifestPlace): readonly string[] {
  if (place.registry === null) throw new Error('no registry on this platform');
  if (act === 'add') return ['add', place.registry, '/ve', '/t', 'REG_SZ', '/d', place.file, '/f'];
  if (act === 'delete') return ['delete', place.registry, '/f'];
  return ['query', place.registry, '/ve'];
}

export type LauncherOptions = Readonly<{
  platform: Platform;
  node: string;
  relay: string;
  /** The data folder where it is not the usual one; null: the usual one of whoever runs the browser. */
  home: string | null;
  /** Ids besides the product's own that the relay accepts. */
  extraIds: readonly string[];
}>;

/**
 * The small program that the manifest names. The browser starts it without a shell's settings, so both paths are
 * absolute, and what the person's shell may have put into NODE_OPTIONS cannot reach the relay.
 */
export function launcherText(options: LauncherOptions): string {
  const { platform, node, relay, home } = options;
  const ids = options.extraIds.map((id) => `--extension-id=${ExtensionId.parse(id)}`);
  if (platform === 'win32') {
    const lines = [
      '@echo off',
      'rem Started by the browser. Written by "localagent install".',
      'setlocal',
      'set NODE_OPTIONS=',
      ...(home === null ? [] : [`set "LOCALAGENT_HOME=${batText(home)}"`]),
      [`"${batText(node)}"`, `"${batText(relay)}"`, ...ids, '%*'].join(' '),
    ];
    return `${lines.join('\r\n')}\r\n`;
  }
  const lines = [
    '#!/bin/sh',
    '# Started by the browser. Written by "localagent install".',
    'unset NODE_OPTIONS',
    ...(home === null ? [] : [`LOCALAGENT_HOME=${shellText(home)}`, 'export LOCALAGENT_HOME']),
    ['exec', shellText(node), shellText(relay), ...ids, '"$@"'].join(' '),
  ];
  return `${lines.join('\n')}\n`;
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function batText(text: string): string {
  return text.replaceAll('%', '%%');
}

/** File name of the launcher. */
export function launcherName(platform: Platform): string {
  return platform === 'win32' ? 'localagent-host.bat' : 'localagent-host';
}

/** Folder of the launcher of a system-wide installation, which every user of the machine can read. */
export function systemLauncherFolder(platform: Platform): string {
  if (platform === 'win32') return 'C:\\ProgramData\\LocalAgent';
  if (platform === 'darwin') return '/Library/Application Support/LocalAgent';
  return '/usr/local/lib/localagent';
}
