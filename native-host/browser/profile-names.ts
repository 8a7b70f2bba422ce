import type { DatabaseSync } from 'node:sqlite';

// A browser profile is known by a short name, kept under the identifier that the extension made in it. A profile that
// was launched under a name (`--profile invoices`) has that name; the person's own gets one from its browser.

export type NamedProfile = Readonly<{
  profile_id: string;
  /** The name the profile was launched under; null for a browser that the person started. */
  hint: string | null;
  browser_name: string;
  /** Names of the profiles that are connected now; they keep theirs. */
  connected: ReadonlySet<string>;
}>;

export interface ProfileNames {
  nameFor(profile: NamedProfile): string;
}

const nameCharactersMax = 60;
/** Copies of one browser or of one launched name on a machine. */
const sameNamesMax = 1_000;

/** Names kept in the table `profiles`. */
export class StoredProfileNames implements ProfileNames {
  readonly #database: DatabaseSync;
  readonly #clock: () => Date;

  constructor(database: DatabaseSync, clock: () => Date) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The profile's name, the same every time; kept for next time. */
  nameFor(profile: NamedProfile): string {
    this.#database.exec('begin immediate');
    try {
      const name = this.#choose(profile);
      this.#keep(profile, name);
      this.#database.exec('commit');
      return name;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }

  #choose({ profile_id, hint, browser_name, connected }: NamedProfile): string {
    const known = this.#nameOf(profile_id);
    const wished = hint === null ? null : asName(hint);
    if (wished === null) return known ?? this.#free(asName(browser_name) ?? 'browser');
    if (known === wished) return wished;
    const holder = this.#holderOf(wished);
    if (holder === null) return wished;
    // The launched name is what the person typed. A profile folder that was made anew takes it over from the old one.
    if (connected.has(wished)) return known ?? this.#free(wished);
    this.#database.prepare('delete from profiles where profile_id = ?').run(holder);
    return wished;
  }

  #free(base: string): string {
    for (let number = 1; number <= sameNamesMax; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      if (this.#holderOf(name) === null) return name;
    }
    throw new Error(`More than ${sameNamesMax} profiles are named like ${base}.`);
  }

  #keep({ profile_id, browser_name }: NamedProfile, name: string): void {
    this.#database
      .prepare(
        `insert into profiles (profile_id, name, browser_name, last_seen) values (?, ?, ?, ?)
         on conflict (profile_id) do update set
           name = excluded.name, browser_name = excluded.browser_name, last_seen = excluded.last_seen`,
      )
      .run(profile_id, name, browser_name, this.#clock().toISOString());
  }

  #nameOf(profileId: string): string | null {
    const row = this.#database.prepare('select name from profiles where profile_id = ?').get(profileId);
    return typeof row?.['name'] === 'string' ? row['name'] : null;
  }

  #holderOf(name: string): string | null {
    const row = this.#database.prepare('select profile_id from profiles where name = ?').get(name);
    return typeof row?.['profile_id'] === 'string' ? row['profile_id'] : null;
  }
}

/** A name made of letters that need no quotes anywhere; null when nothing is left. */
function asName(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, nameCharactersMax)
    .replace(/[-.]+$/, '');
  return name === '' ? null : name;
}
