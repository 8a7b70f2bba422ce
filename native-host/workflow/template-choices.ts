import { z } from 'zod';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';

// `template-choices.json`, private to the person: which templates they trust, each to the letter by its hash, and which version
// of one is meant where no version is named.

const fileBytesMax = 1_000_000;
const trustedMax = 1_000;
const pinnedMax = 1_000;

/** `watched`: where a person can answer; `unattended`: also where nobody can. */
export const TrustReach = z.enum(['watched', 'unattended']);
export type TrustReach = z.infer<typeof TrustReach>;

const TrustedTemplate = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  id: z.string(),
  version: z.string(),
  reach: TrustReach,
  at: z.iso.datetime(),
});
type TrustedTemplate = z.infer<typeof TrustedTemplate>;

const Choices = z.strictObject({
  version: z.literal(1),
  trusted: z.array(TrustedTemplate).max(trustedMax),
  /** Versions by the id of their template. */
  pinned: z.record(z.string(), z.string()),
});
type Choices = z.infer<typeof Choices>;

const none: Choices = { version: 1, trusted: [], pinned: {} };

/** What the person has chosen of templates. Durable when a change returns. */
export class TemplateChoices {
  readonly #path: string;
  #choices: Choices;

  /** Throws `StartError` for a file that others can read or that holds something else. */
  constructor(path: string) {
    this.#path = path;
    this.#choices = read(path);
  }

  /** How far the template of this hash is trusted; null: not at all. */
  trustOf(sha256: string): TrustReach | null {
    return this.#choices.trusted.find((one) => one.sha256 === sha256)?.reach ?? null;
  }

  /** False: there are too many. */
  trust(template: TrustedTemplate): boolean {
    const others = this.#choices.trusted.filter(({ sha256 }) => sha256 !== template.sha256);
    if (others.length >= trustedMax) return false;
    this.#save({ ...this.#choices, trusted: [...others, template] });
    return true;
  }

  /** Trusts no version of a template any more; gives how many were trusted. */
  distrust(id: string): number {
    const others = this.#choices.trusted.filter((one) => one.id !== id);
    const count = this.#choices.trusted.length - others.length;
    if (count > 0) this.#save({ ...this.#choices, trusted: others });
    return count;
  }

  pinOf(id: string): string | null {
    return Object.hasOwn(this.#choices.pinned, id) ? (this.#choices.pinned[id] ?? null) : null;
  }

  /** The version that is meant from now on; null: the newest again. False: too many are pinned. */
  pin(id: string, version: string | null): boolean {
    const others = Object.entries(this.#choices.pinned).filter(([one]) => one !== id);
    if (version !== null && others.length >= pinnedMax) return false;
    const added = version === null ? [] : [[id, version] as const];
    this.#save({ ...this.#choices, pinned: Object.fromEntries([...others, ...added]) });
    return true;
  }

  #save(choices: Choices): void {
    writeFileDurably(this.#path, `${JSON.stringify(choices, null, 1)}\n`, 0o600);
    this.#choices = choices;
  }
}

function read(path: string): Choices {
  const bytes = readPrivateFile(path, 'The file of chosen templates', fileBytesMax);
  if (bytes === null) return none;
  try {
    return Choices.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    const remedy = 'Move it away; no template is then trusted or pinned.';
    throw new StartError('The file of chosen templates is damaged.', path, remedy);
  }
}
