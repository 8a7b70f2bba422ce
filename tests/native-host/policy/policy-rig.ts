import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PolicyOptions, PolicyStore } from '../../../native-host/policy/policy-store.ts';
import type { Question } from '../../../native-host/policy/question.ts';

export const policiesFolder = fileURLToPath(new URL('../../../policies', import.meta.url));
export const workerUrl = new URL('../../../native-host/policy/engine-worker.ts', import.meta.url);
/** A worker that loads anything and fails at each decision in one way. */
export function faultyWorkerUrl(fault: EngineFault): URL {
  const said = (more: string): string =>
    `parentPort.postMessage({ kind: 'decided', answer: { type: 'success', decision: 'allow', reason: ['a'], errors: [], ${more} } })`;
  const faults: Readonly<Record<EngineFault, string>> = {
    hang: 'for (const end = Date.now() + 60_000; Date.now() < end; );',
    throw: "throw new Error('memory access out of bounds');",
    die: 'process.exit(3);',
    garbage: "parentPort.postMessage({ kind: 'decided', answer: null })",
    silence: '',
    errors: said("errors: ['forbid b: attribute not found']"),
    'no-reason': said('reason: []'),
    'odd-decision': said("decision: 'perhaps'"),
    failure: said("type: 'failure', errors: ['no such action']"),
  };
  const source = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ kind }) => {
      if (kind === 'load') parentPort.postMessage({ kind: 'loaded', policies: [] });
      else { ${faults[fault]} }
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
export type EngineFault =
  | 'hang'
  | 'throw'
  | 'die'
  | 'garbage'
  | 'silence'
  | 'errors'
  | 'no-reason'
  | 'odd-decision'
  | 'failure';

/** A data folder with its own machine-wide folder beside it. */
export function policyPlaces(files: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'policy-'));
  const places = {
    root,
    policyPath: join(root, 'home', 'policy.yaml'),
    overlaysFolder: join(root, 'home', 'policies'),
    machineFolder: join(root, 'machine'),
    policiesFolder,
    workerUrl,
  };
  for (const folder of ['home/policies', 'machine/policies'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return { ...places, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Opens a store over the files given, hands it to `use`, and leaves nothing behind. */
export async function withPolicy(
  files: Readonly<Record<string, string>>,
  use: (store: PolicyStore, places: ReturnType<typeof policyPlaces>) => Promise<void>,
  more: Partial<PolicyOptions> = {},
): Promise<void> {
  const places = policyPlaces(files);
  try {
    const store = await PolicyStore.open({ ...places, ...more });
    try {
      await use(store, places);
    } finally {
      await store.close();
    }
  } finally {
    places.remove();
  }
}

/** A click on a page of example.com by an attended workflow, with what differs. */
export function question(different: Partial<Question> = {}): Question {
  return {
    caller: { kind: 'workflow', id: 'run-1', unattended: false },
    tool: 'click',
    bucket: 'write',
    resource: { kind: 'site', url: 'https://example.com/orders' },
    frame_url: null,
    target: { role: 'button', name: 'Save' },
    template: null,
    secret_used: false,
    tainted: false,
    sources: [],
    granted: false,
    ...different,
  };
}

export function on(url: string, different: Partial<Question> = {}): Question {
  return question({ resource: { kind: 'site', url }, ...different });
}

export const unattended = { kind: 'job', id: 'job-1', unattended: true } as const;
