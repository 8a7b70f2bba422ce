import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PolicyEngine } from './engine.ts';
import { loadPolicy } from './load-policy.ts';
import { type LayerKind, type PolicyProblem, parsePolicyText } from './policy-file.ts';
import { type PolicyPlaces, readPolicySources } from './policy-sources.ts';

export type PolicyCheck = {
  readonly ok: boolean;
  readonly errors: readonly { readonly line: number | null; readonly message: string }[];
};

/** What a `.cedar` file is validated with. */
type OverlayTools = { readonly policiesFolder: string; readonly workerUrl: URL };

/** Checks one policy.yaml, or one `.cedar` overlay, without putting it into force. */
export async function checkPolicyFile(
  path: string,
  overlayTools?: OverlayTools,
  kind: LayerKind = 'person',
): Promise<PolicyCheck> {
  const text = await textOf(path);
  if (text === null) return told([{ file: path, line: null, message: 'The file cannot be read.' }]);
  if (!path.endsWith('.cedar')) {
    const read = parsePolicyText(text, path, undefined, kind);
    return told(read.ok ? [] : read.problems);
  }
  if (overlayTools === undefined) throw new Error('a .cedar file is checked with the engine');
  const schema = await readFile(join(overlayTools.policiesFolder, 'schema.cedarschema'), 'utf8');
  const texts = [{ file: path, text, forbidsOnly: true }];
  const started = await PolicyEngine.start({ workerUrl: overlayTools.workerUrl, schema, texts });
  if (!started.ok) return told(started.problems);
  await started.engine.close();
  return told([]);
}

/** Checks everything that would be in force together: the person's policy, overlays, and the machine-wide folder. */
export async function checkPolicyPlaces(
  places: PolicyPlaces & { readonly workerUrl: URL },
): Promise<readonly PolicyProblem[]> {
  const loaded = await loadPolicy(await readPolicySources(places), new Map(), places);
  if (!loaded.ok) return loaded.problems;
  await loaded.policy.engine.close();
  return [];
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

function told(problems: readonly PolicyProblem[]): PolicyCheck {
  return { ok: problems.length === 0, errors: problems.map(({ line, message }) => ({ line, message })) };
}
