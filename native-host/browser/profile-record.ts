import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { writeFileDurably } from '../io/write-file.ts';

// What is known of a profile beside its folder, in `profiles/NAME.record.json`: in which language, zone and size its browser
// shows itself, and when a person last signed in by hand. The browser never sees the file.

const dayMs = 86_400_000;
const sidePixels = z.int().min(320).max(7_680);

export const ProfileManner = z.strictObject({
  /** As browsers name languages: `de-DE`. */
  locale: z.string().refine(isLocale, 'must be a language such as de-DE').nullable(),
  /** As the IANA names zones: `Europe/Berlin`. */
  time_zone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').nullable(),
  /** What pages have of the window, in CSS pixels. */
  viewport: z.strictObject({ width: sidePixels, height: sidePixels }).nullable(),
});
export type ProfileManner = z.infer<typeof ProfileManner>;

export const ProfileRecord = z.strictObject({
  schema: z.literal('localagent.profile/1'),
  ...ProfileManner.shape,
  /** When a person last closed the window of `localagent profile login`; null: nobody has. */
  signed_in_at: z.iso.datetime().nullable(),
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

export const unrecorded: ProfileRecord = {
  schema: 'localagent.profile/1',
  locale: null,
  time_zone: null,
  viewport: null,
  signed_in_at: null,
};

/** Names that are one folder and need no quotes anywhere. */
const profileNamePattern = /^[a-z0-9][a-z0-9._-]{0,59}$/;

/** The name, where it is one that a profile can be made under. */
export function checkedProfileName(name: string): Result<string> {
  if (profileNamePattern.test(name) && !/\.(lock|json)$/.test(name)) return ok(name);
  const hint = 'Use small letters, digits, ".", "_" and "-", at most 60, beginning with a letter or digit.';
  return failed(fault('bad-arguments', `"${name}" is no name for a profile.`, hint));
}

/** Reads the record of a profile; none is one of a profile of which nothing is fixed. */
export function readProfileRecord(folder: string): Result<ProfileRecord> {
  const path = recordPath(folder);
  if (!existsSync(path)) return ok(unrecorded);
  try {
    const read = ProfileRecord.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (read.success) return ok(read.data);
  } catch {
    // Told below, as any other content that is no record.
  }
  const hint =
    'Remove the file, then give the profile its settings and sign in anew: localagent profile login.';
  return failed(fault('bad-arguments', `The record of the profile is broken: ${path}.`, hint));
}

export function writeProfileRecord(folder: string, record: ProfileRecord): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  writeFileDurably(recordPath(folder), `${JSON.stringify(ProfileRecord.parse(record), null, 2)}\n`, 0o600);
}

export function removeProfileRecord(folder: string): void {
  rmSync(recordPath(folder), { force: true });
}

/** Whether the last signing-in is longer ago than it may be. Without one, or without a limit, nothing is too old. */
export function isLoginTooOld(
  { signed_in_at }: Pick<ProfileRecord, 'signed_in_at'>,
  daysMax: number | null,
  now: number,
): boolean {
  return signed_in_at !== null && daysMax !== null && now - Date.parse(signed_in_at) > daysMax * dayMs;
}

function recordPath(folder: string): string {
  return `${folder}.record.json`;
}

/** Language, script, region: what browsers have words for. */
function isLocale(text: string): boolean {
  return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/.test(text);
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
