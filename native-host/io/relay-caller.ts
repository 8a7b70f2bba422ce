import { extensionId } from '../../shared/extension-id.ts';

// The browser names the calling extension by its origin. An organisation that signs the extension with its own key gives
// it another id; `localagent install --extension-id` then writes that id into the launcher, which passes it on before
// what the browser adds. Whoever can write the launcher can run any program, so this gives nobody anything new.

const idOption = /^--extension-id=([a-p]{32})$/;
const extensionOrigin = /^chrome-extension:\/\/([a-p]{32})\/$/;

export type RelayCaller = {
  /** As the browser gave it; null when nobody that is an extension called. */
  readonly origin: string | null;
  readonly accepted: boolean;
};

/** Who calls, from the arguments after the program's own path. */
export function relayCaller(args: readonly string[]): RelayCaller {
  const accepted = new Set([extensionId]);
  for (const [index, argument] of args.entries()) {
    const id = idOption.exec(argument)?.[1];
    if (id !== undefined) accepted.add(id);
    else {
      // The first other argument is the browser's: what follows it cannot widen anything.
      const caller = extensionOrigin.exec(argument)?.[1];
      if (caller !== undefined) return { origin: args[index] ?? null, accepted: accepted.has(caller) };
      return { origin: argument.startsWith('chrome-extension:') ? argument : null, accepted: false };
    }
  }
  return { origin: null, accepted: false };
}
