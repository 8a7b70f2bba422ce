import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { raise } from '../../shared/faults.ts';
import type { MadePasskey, PasskeyDemand, PasskeyMode, PasskeyProof } from '../../shared/passkey.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import { readPrivateFile } from '../io/private-file.ts';
import { StartError } from '../io/start-error.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { checkProof, wrongWithMade } from './check-passkey.ts';

// `passkeys.json`, private to the person: the public halves of the passkeys that confirm deleting and admin acts.

const fileBytesMax = 100_000;
const passkeysMax = 20;
const lookMs = 5 * 60_000;

const Kept = z.strictObject({
  credential_id: z.string().max(8000),
  public_key: z.string().max(8000),
  counter: z.int().nonnegative(),
  added_at: z.iso.datetime(),
});
const File = z.strictObject({ version: z.literal(1), passkeys: z.array(Kept).max(passkeysMax) });
type Kept = z.infer<typeof Kept>;

type Means = { readonly path: string; readonly mode: PasskeyMode; readonly clock: () => number };

/** Keeps passkeys, and says whether a yes was given with one. */
export class Passkeys {
  readonly #means: Means;
  #kept: readonly Kept[];
  #look: { readonly challenge: string; readonly until: number } | null = null;

  /** Throws `StartError` for a file that others can read or that holds something else. */
  constructor(means: Means) {
    this.#means = means;
    this.#kept = read(means.path);
  }

  look() {
    const { mode, clock } = this.#means;
    const challenge = randomBytes(32).toString('base64url');
    this.#look = { challenge, until: clock() + lookMs };
    const passkeys = this.#kept.map(({ credential_id, added_at }) => ({ credential_id, added_at }));
    return { mode, passkeys, challenge };
  }

  /** Keeps one that was made for the last look; gives how many there are. */
  add(made: MadePasskey, proof: PasskeyProof | undefined): number {
    const look = this.#look;
    this.#look = null;
    if (look === null || look.until < this.#means.clock())
      raise('bad-arguments', 'That was too long ago.', 'Begin anew.');
    const wrong = wrongWithMade(made, look.challenge);
    if (wrong !== null)
      raise('bad-arguments', `The passkey is not kept: ${wrong}.`, 'Make it in the side panel.');
    if (this.#kept.length >= passkeysMax)
      raise('too-large', 'There are passkeys enough.', 'Use one of them.');
    if (this.#kept.length > 0) this.#prove(proof, look.challenge);
    const { credential_id, public_key } = made;
    const added_at = new Date(this.#means.clock()).toISOString();
    this.#write([...this.#kept, { credential_id, public_key, counter: 0, added_at }]);
    return this.#kept.length;
  }

  /** Raises `denied`, with what is to be signed, unless the yes to this question needs no passkey or comes with one. */
  confirm(request: ApprovalRequest, proof: PasskeyProof | undefined): void {
    const isGrave = request.acts.some(({ bucket }) => bucket === 'delete' || bucket === 'admin');
    if (this.#means.mode === 'off' || !isGrave) return;
    const where = 'Approve it in the side panel.';
    if (this.#kept.length === 0) {
      const hint =
        'Add one in the side panel, under Status. The setting is approvals.passkey in config.yaml.';
      raise('denied', 'Deleting and admin acts are approved with a passkey, and there is none yet.', hint);
    }
    const challenge = challengeOf(request);
    const passkey: PasskeyDemand = { challenge, credentials: this.#kept.map((one) => one.credential_id) };
    if (proof === undefined) {
      raise('denied', 'Deleting and admin acts are approved with your passkey.', where, { passkey });
    }
    this.#prove(proof, challenge);
  }

  #prove(proof: PasskeyProof | undefined, challenge: string): void {
    const known = this.#kept.find((one) => one.credential_id === proof?.credential_id);
    if (proof === undefined || known === undefined)
      raise('denied', 'A passkey that is kept has to confirm this.', 'Use the one that you added before.');
    const checked = checkProof(proof, { ...known, challenge });
    if (!checked.ok) raise('denied', `The passkey does not confirm this: ${checked.wrong}.`, 'Try it again.');
    const { counter } = checked;
    this.#write(this.#kept.map((one) => (one === known ? { ...one, counter } : one)));
  }

  #write(passkeys: readonly Kept[]): void {
    writeFileDurably(this.#means.path, `${JSON.stringify({ version: 1, passkeys }, null, 1)}\n`, 0o600);
    this.#kept = passkeys;
  }
}

/** What is signed: the question itself, word for word, so that no other is approved by it. */
export function challengeOf({ approval_id, title, acts, expires_at }: ApprovalRequest): string {
  const exact = canonicalJson({ approval_id, title, acts, expires_at });
  return createHash('sha256').update(exact).digest('base64url');
}

function read(path: string): readonly Kept[] {
  const bytes = readPrivateFile(path, 'The file of passkeys', fileBytesMax);
  if (bytes === null) return [];
  try {
    return File.parse(JSON.parse(bytes.toString('utf8'))).passkeys;
  } catch {
    throw new StartError(
      'The file of passkeys is damaged.',
      path,
      'Move it away; passkeys are then added anew.',
    );
  }
}
