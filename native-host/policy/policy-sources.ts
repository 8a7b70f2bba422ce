import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// Where rules come from, in the order of precedence: the machine-wide folder, the browser's managed storage, the
// overlays of the data folder, and the person's policy.yaml. Only the last one can allow anything.

export type PolicyPlaces = {
  /** The person's policy.yaml; missing: the rules of a new installation. */
  readonly policyPath: string;
  /** `*.cedar` of the data folder. */
  readonly overlaysFolder: string;
  /** Machine-wide folder with `policy.yaml` and `policies/*.cedar`. */
  readonly machineFolder: string;
  /** The product's own `policies/`: schema, always-on rules, default. */
  readonly policiesFolder: string;
};

export type PolicyFile = { readonly path: string; readonly text: string };
export type PolicySources = {
  readonly schema: PolicyFile;
  readonly always: PolicyFile;
  readonly defaults: PolicyFile;
  readonly person: PolicyFile | null;
  readonly machine: PolicyFile | null;
  readonly overlays: readonly PolicyFile[];
};

/** Files of one overlay folder. */
const overlaysMax = 100;

/** Reads every file that rules come from. Throws when one that is there cannot be read. */
export async function readPolicySources(places: PolicyPlaces): Promise<PolicySources> {
  const own = (name: string): Promise<PolicyFile> => readNeeded(join(places.policiesFolder, name));
  return {
    schema: await own('schema.cedarschema'),
    always: await own('always.cedar'),
    defaults: await own('default.yaml'),
    person: await readOptional(places.policyPath),
    machine: await readOptional(join(places.machineFolder, 'policy.yaml')),
    overlays: [
      ...(await readFolder(join(places.machineFolder, 'policies'))),
      ...(await readFolder(places.overlaysFolder)),
    ],
  };
}

/**
 * Changes whenever a file that rules come from is written, added or removed. Every question waits for it, so it
 * is asked for at once: a handful of looks at local files, against as many trips through the thread pool.
 */
export function policySignature(places: PolicyPlaces): string {
  const overlays = [
    ...overlayPaths(join(places.machineFolder, 'policies')),
    ...overlayPaths(places.overlaysFolder),
  ];
  const paths = [places.policyPath, join(places.machineFolder, 'policy.yaml'), ...overlays];
  return paths.map(markOf).join('\n');
}

function markOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return `${path} missing`;
    const { size, mtimeMs, ctimeMs, ino } = found;
    return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  } catch (error) {
    return `${path} ${String(error)}`;
  }
}

async function readFolder(folder: string): Promise<readonly PolicyFile[]> {
  return Promise.all(overlayPaths(folder).map(readNeeded));
}

function overlayPaths(folder: string): readonly string[] {
  const names = namesIn(folder);
  const overlays = names.filter((name) => name.endsWith('.cedar')).sort();
  if (overlays.length > overlaysMax) throw new Error(`${folder} holds more than ${overlaysMax} rule files`);
  return overlays.map((name) => join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  // Most have no such folder; asking first is cheaper than an error.
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readOptional(path: string): Promise<PolicyFile | null> {
  try {
    return await readNeeded(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function readNeeded(path: string): Promise<PolicyFile> {
  return { path, text: await readFile(path, 'utf8') };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
