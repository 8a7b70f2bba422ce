import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PolicyPlaces } from './policy-sources.ts';

/** How long the folders must be quiet after an event: editors write a file in several steps. */
const quietMs = 50;
/** Events can be lost (network drives, folders made later), so the files are looked at now and then all the same. */
const pollMs = 1_000;

/** Calls `changed` soon after something in the places of the policy may have changed. Gives the function that ends it. */
export function watchPolicyPlaces(places: PolicyPlaces, changed: () => void): () => void {
  const folders = new Set([
    dirname(places.policyPath),
    places.overlaysFolder,
    places.machineFolder,
    join(places.machineFolder, 'policies'),
  ]);
  let quiet: NodeJS.Timeout | null = null;
  const soon = (): void => {
    if (quiet !== null) clearTimeout(quiet);
    quiet = setTimeout(changed, quietMs).unref();
  };
  const watchers = [...folders].flatMap((folder) => watched(folder, soon));
  const poll = setInterval(changed, pollMs).unref();
  return () => {
    clearInterval(poll);
    if (quiet !== null) clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  };
}

// A folder that is not there, or that cannot be watched, is left to the regular look.
function watched(folder: string, soon: () => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, soon);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
