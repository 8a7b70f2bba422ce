import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { parseSiteRule } from './allowed-sites.ts';
import { checkSecret } from './check-secret.ts';
import { otpauthPrefix } from './totp.ts';

// Secrets out of what password managers and browsers export (CSV), and of .env files. A problem is told by its
// line; nothing of the line itself is ever repeated.

export type ImportedSecret = {
  readonly name: string;
  readonly value: string;
  readonly sites: readonly string[];
  readonly line: number;
};
export type SkippedLine = { readonly line: number; readonly why: string };
export type SecretImport = {
  /** What the file looked like: `CSV of Bitwarden`, `.env`. */
  readonly source: string;
  readonly secrets: readonly ImportedSecret[];
  readonly skipped: readonly SkippedLine[];
};
export type CsvTable = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
type Found = Omit<ImportedSecret, 'name'> & { readonly wish: string };

/** Columns by what they hold, as the usual exporters name them. */
const columns = {
  url: ['url', 'login_uri', 'website', 'web site', 'location'],
  password: ['password', 'login_password'],
  username: ['username', 'login_username', 'user name', 'login'],
  title: ['title', 'name', 'account'],
  totp: ['otpauth', 'totp', 'login_totp', 'otpurl', 'otp', 'otpsecret'],
} as const;
const exporters: readonly (readonly [name: string, column: string])[] = [
  ['Bitwarden', 'login_password'],
  ['Firefox', 'httprealm'],
  ['LastPass', 'grouping'],
  ['KeePassXC', 'group'],
  ['1Password or Apple Passwords', 'otpauth'],
  ['Dashlane', 'otpurl'],
  ['Chrome, Edge or Brave', 'note'],
];
const nameMax = 80;

/** Every row with a password (and every one with a source of codes) of an export. */
export function importCsv(table: CsvTable, givenSites: readonly string[]): Result<SecretImport> {
  const header = table.header.map((name) => name.trim().toLowerCase());
  const at = (names: readonly string[]): number => header.findIndex((name) => names.includes(name));
  const place = { url: at(columns.url), password: at(columns.password), totp: at(columns.totp) };
  if (place.password < 0) {
    const hint = 'Export as CSV from the password manager; the first line must name its columns.';
    return failed(fault('bad-arguments', 'The file has no column of passwords.', hint));
  }
  const skipped: SkippedLine[] = [];
  const found = table.rows.flatMap((row, index): Found[] => {
    const line = index + 2;
    const cell = (column: number): string => (column < 0 ? '' : (row[column] ?? '')).trim();
    const sites = givenSites.length > 0 ? givenSites : siteOf(cell(place.url));
    if (sites.length === 0) {
      skipped.push({ line, why: 'it names no web address' });
      return [];
    }
    const user = cell(at(columns.username));
    const host = sites[0]?.replace(/^[a-z]+:(?:https?:\/\/)?/, '') ?? '';
    const wish = [host || cell(at(columns.title)), user].filter((part) => part !== '').join('.');
    // A password is taken as it stands: a space at its end is a part of it.
    const password = row[place.password] ?? '';
    const code = cell(place.totp);
    const both = [
      ...(password === '' ? [] : [{ wish, value: password, sites, line }]),
      ...(code === '' ? [] : [{ wish: `${wish}.code`, value: addressOf(code), sites, line }]),
    ];
    if (both.length === 0) skipped.push({ line, why: 'it has no password' });
    return both;
  });
  const who = exporters.find(([, column]) => header.includes(column))?.[0];
  return ok(named(`CSV${who === undefined ? '' : ` of ${who}`}`, found, skipped));
}

/** `NAME=value` lines; they know no sites, so those must be given. */
export function importEnv(text: string, givenSites: readonly string[]): Result<SecretImport> {
  if (givenSites.length === 0) {
    const hint = 'Add --site domain:example.com: what is imported can be used there.';
    return failed(fault('bad-arguments', 'A .env file says nothing of sites.', hint));
  }
  const skipped: SkippedLine[] = [];
  const found = text.split(/\r?\n/).flatMap((whole, index): Found[] => {
    const line = index + 1;
    if (/^\s*(?:#|$)/.test(whole)) return [];
    const parsed = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*(.*?)\s*$/.exec(whole);
    if (parsed === null) {
      skipped.push({ line, why: 'it is not NAME=value' });
      return [];
    }
    return [{ wish: parsed[1] ?? '', value: unquoted(parsed[2] ?? ''), sites: givenSites, line }];
  });
  return ok(named('.env', found, skipped));
}

function named(source: string, found: readonly Found[], skipped: SkippedLine[]): SecretImport {
  const taken = new Map<string, string>();
  const secrets: ImportedSecret[] = [];
  for (const { wish, ...one } of found) {
    const name = freeName(wish, one.value, taken);
    if (name === null) {
      skipped.push({ line: one.line, why: 'the same stands in the file before' });
      continue;
    }
    taken.set(name, one.value);
    const checked = checkSecret(name, one.value, one.sites);
    if (checked.ok) secrets.push({ ...one, name });
    else skipped.push({ line: one.line, why: checked.fault.message.replace(/\.$/, '') });
  }
  return { source, secrets, skipped: skipped.sort((a, b) => a.line - b.line) };
}

const namesTried = 100;

/** The name as wished, with a number where another value has it; null where the very same is there. */
function freeName(wish: string, value: string, taken: ReadonlyMap<string, string>): string | null {
  const plain = wish
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, nameMax);
  const base = plain === '' ? 'secret' : plain;
  for (let number = 1; number <= namesTried; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
    if (taken.get(name) === value) return null;
  }
  return null;
}

function siteOf(address: string): string[] {
  const url = URL.canParse(address) ? address : `https://${address}`;
  if (address === '' || !URL.canParse(url)) return [];
  const { origin, protocol } = new URL(url);
  const rule = protocol === 'https:' || protocol === 'http:' ? parseSiteRule(`origin:${origin}`) : null;
  return rule?.ok === true ? [rule.value] : [];
}

function addressOf(code: string): string {
  return code.startsWith(otpauthPrefix) ? code : `otpauth://totp/imported?secret=${code.replace(/\s/g, '')}`;
}

function unquoted(text: string): string {
  const single = /^'([^']*)'$/.exec(text);
  if (single !== null) return single[1] ?? '';
  const double = /^"((?:[^"\\]|\\.)*)"$/.exec(text);
  if (double === null) return text.replace(/\s+#.*$/, '');
  return (double[1] ?? '').replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
