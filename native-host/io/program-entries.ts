import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from './package-root.ts';
import { authorityEntry } from './start-authority.ts';

/** Programs of the host that this one starts or registers: from the sources unbundled, else as built. */
export type ProgramEntries = Readonly<{
  relay: string;
  authority: string;
  browserKeeper: string;
  pdfWorker: URL;
  policyWorker: URL;
  codeRunner: string;
  modelRunner: string;
}>;

export function programEntries(ownUrl: string = import.meta.url): ProgramEntries {
  const root = packageRoot(ownUrl);
  const fromSource = ownUrl.endsWith('.ts');
  const host = fromSource ? join(root, 'native-host') : join(root, 'dist', 'host');
  const relay = join(host, fromSource ? 'relay.ts' : 'relay.mjs');
  return {
    relay,
    authority: authorityEntry(pathToFileURL(relay).href),
    browserKeeper: join(host, fromSource ? 'cli/keep-browser.ts' : 'keep-browser.mjs'),
    pdfWorker: pathToFileURL(join(host, fromSource ? 'documents/pdf-worker.ts' : 'pdf-worker.mjs')),
    policyWorker: pathToFileURL(join(host, fromSource ? 'policy/engine-worker.ts' : 'policy-worker.mjs')),
    codeRunner: join(host, fromSource ? 'code/runner.ts' : 'code-runner.mjs'),
    modelRunner: join(host, fromSource ? 'model/embedded-runner.ts' : 'model-runner.mjs'),
  };
}
