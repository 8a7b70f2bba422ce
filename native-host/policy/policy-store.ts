import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { PolicyRule, StandingRule } from '../../shared/protocol/control-messages.ts';
import type { Verdict } from '../../shared/receipt.ts';
import { StartError } from '../io/start-error.ts';
import { explainQuestion } from './explain-question.ts';
import type { HopReach } from './hop-terms.ts';
import { type LoadedPolicy, loadPolicy, type ManagedPolicies, type PolicyLoad } from './load-policy.ts';
import type { PolicyProblem } from './policy-file.ts';
import { type PolicyPlaces, policySignature, readPolicySources } from './policy-sources.ts';
import { watchPolicyPlaces } from './policy-watch.ts';
import type { Question } from './question.ts';
import { type Explanation, engineDenial, plainDenial } from './verdict.ts';

export type PolicyOptions = PolicyPlaces & {
  /** The engine's worker, `engine-worker.ts` or its bundle. */
  readonly workerUrl: URL;
  /** Policy of each browser profile's managed storage, as far as it is known at start. */
  readonly managed?: ManagedPolicies;
  /** Milliseconds for one decision; default 250. */
  readonly decisionMs?: number;
};

export type PolicyChange = {
  readonly version: string;
  readonly error: string | null;
  /** What people said yes to before counts for nothing now. */
  readonly voids: boolean;
};

/** How often a question is asked anew because the policy changed under it. */
const rejudgedMax = 3;

/**
 * The policy in force. It follows its files without a restart, and while they are not valid everything is denied, with
 * the policy id `policy-invalid`.
 */
export class PolicyStore {
  readonly #options: PolicyOptions;
  readonly #managed: Map<string, unknown>;
  readonly #listeners = new Set<(change: PolicyChange) => void>();
  #policy: LoadedPolicy;
  #error: string | null = null;
  #mark: string;
  #signature: string;
  #endWatch: () => void = () => {};
  #reloading: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(options: PolicyOptions, policy: LoadedPolicy, signature: string) {
    this.#options = options;
    this.#managed = new Map(options.managed);
    this.#policy = policy;
    this.#mark = policy.version;
    this.#signature = signature;
  }

  /** Loads the policy and follows it. Throws a StartError that names file, line and reason when it is not valid. */
  static async open(options: PolicyOptions): Promise<PolicyStore> {
    const { load, signature } = await readPolicy(options, new Map(options.managed));
    if (!load.ok) throw startErrorOf(load.problems);
    const store = new PolicyStore(options, load.policy, signature);
    store.#endWatch = watchPolicyPlaces(options, () => void store.#look());
    return store;
  }

  /** SHA-256 (hex) over schema, rules and lists; what was approved under another version is void. */
  get version(): string {
    return this.#policy.version;
  }

  /** Names the rules that a yes is given under. It stays when a person's own yes for good is what changed them. */
  get mark(): string {
    return this.#mark;
  }

  /** What the rules in force say of navigations as a whole; nothing is free while they are not valid. */
  get hops(): { readonly reach: HopReach; readonly version: string } {
    const { hops, version } = this.#policy;
    return { reach: this.#error !== null && hops === 'free' ? 'origin' : hops, version };
  }

  /** Why everything is denied at present; null while the policy is valid. */
  get error(): string | null {
    return this.#error;
  }

  /** Who switched LocalAgent off and why, in a sentence; null while nobody has. */
  get switchedOff(): string | null {
    return this.#policy.switchedOff;
  }

  /** Keys of organisations; a template signed with one counts as reviewed and accepted. */
  get templateKeys(): readonly string[] {
    return this.#policy.templateKeys;
  }

  /** The rules in words, the organisation's first. */
  rules(): z.infer<typeof PolicyRule>[] {
    return [...this.#policy.rules];
  }

  /** Rules that stand beside the buckets: those that always hold, and overlays. */
  standing(): z.infer<typeof StandingRule>[] {
    return [...this.#policy.standing];
  }

  /** Allow, ask or deny, never without the policies that decided. Never throws for anything in the question. */
  async judge(question: Question): Promise<Verdict> {
    return (await this.explain(question)).verdict;
  }

  /** The same verdict, with the text of the rules that decided. */
  async explain(question: Question): Promise<Explanation> {
    // The watch is told of a change a moment after it; a question is judged by what stands in the files now.
    await this.#look();
    for (let round = 0; round < rejudgedMax; round += 1) {
      const policy = this.#policy;
      if (this.#error !== null) return this.#invalidDenial(this.#error);
      const bound = question.granted_under ?? this.#mark;
      const granted = question.granted && bound === this.#mark;
      const explanation = await explainQuestion({ ...question, granted }, policy, this.#options.policyPath);
      if (policy === this.#policy && this.#error === null) return explanation;
    }
    return engineDenial();
  }

  /** Policy of one browser profile's managed storage; null or undefined takes it away. */
  async setManaged(profile: string, policy: unknown): Promise<void> {
    const next = policy ?? null;
    // Browsers come and go with the same rules, mostly with none: then there is nothing to read anew.
    if (isDeepStrictEqual(this.#managed.get(profile) ?? null, next)) return;
    if (next === null) this.#managed.delete(profile);
    else this.#managed.set(profile, next);
    await this.reload();
  }

  /** Called after each change of version or validity. Gives the function that ends it. */
  onChange(listener: (change: PolicyChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads everything anew now; one at a time, and what is in force stays so until the new policy is ready. `keepsGrants`: the
   * change is a line that a person's yes for good has added, so what was said before still counts.
   */
  async reload({ keepsGrants = false }: { readonly keepsGrants?: boolean } = {}): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reloadNow(keepsGrants));
    await this.#reloading;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endWatch();
    await this.#reloading;
    await this.#policy.engine.close();
  }

  #invalidDenial(error: string): Explanation {
    return plainDenial('policy-invalid', `Everything is denied until the policy is valid again. ${error}`);
  }

  async #look(): Promise<void> {
    if (this.#closed || this.#isUnchanged()) return;
    // Of several who see the change at once, the first reads the files.
    this.#reloading = this.#reloading.then(() => (this.#isUnchanged() ? undefined : this.#reloadNow(false)));
    await this.#reloading;
  }

  #isUnchanged(): boolean {
    return signatureOf(this.#options) === this.#signature;
  }

  async #reloadNow(keepsGrants: boolean): Promise<void> {
    if (this.#closed) return;
    const { load, signature } = await readPolicy(this.#options, new Map(this.#managed));
    this.#signature = signature;
    const before = { version: this.#policy.version, error: this.#error, mark: this.#mark };
    if (load.ok) {
      const old = this.#policy.engine;
      this.#policy = load.policy;
      if (!keepsGrants && load.policy.version !== before.version) this.#mark = load.policy.version;
      this.#error = null;
      await old.close();
    } else {
      this.#error = load.problems.map(problemWords).join(' ');
    }
    const voids = this.#error !== null || this.#mark !== before.mark;
    const after = { version: this.#policy.version, error: this.#error, voids };
    if (after.version === before.version && after.error === before.error) return;
    for (const listener of this.#listeners) listener(after);
  }
}

// The signature is taken before the files are read: what is written in between is seen at the next look.
async function readPolicy(
  options: PolicyOptions,
  managed: ManagedPolicies,
): Promise<{ readonly load: PolicyLoad; readonly signature: string }> {
  const signature = signatureOf(options);
  try {
    return { load: await loadPolicy(await readPolicySources(options), managed, options), signature };
  } catch (error) {
    // Anything that keeps the rules from being read must deny, whatever it is.
    const file = error instanceof Error && 'path' in error ? String(error.path) : options.policyPath;
    const message = `The rules cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { load: { ok: false, problems: [{ file, line: null, message }] }, signature };
  }
}

function signatureOf(options: PolicyOptions): string {
  try {
    return policySignature(options);
  } catch (error) {
    return `unreadable: ${String(error)}`;
  }
}

function problemWords({ file, line, message }: PolicyProblem): string {
  return `${file}${line === null ? '' : `, line ${line}`}: ${message}`;
}

function startErrorOf(problems: readonly PolicyProblem[]): StartError {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('an invalid policy without a problem');
  const more = others.length === 0 ? '' : ` (and ${others.length} more problems)`;
  const place = `${first.file}${first.line === null ? '' : `, line ${first.line}`}`;
  const remedy = 'Mend the file, then check it with "localagent policy check".';
  return new StartError(`The policy is not valid: ${first.message}${more}`, place, remedy);
}
