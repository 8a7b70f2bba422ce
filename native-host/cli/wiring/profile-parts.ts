import { join } from 'node:path';
import { ok, type Result } from '../../../shared/faults.ts';
import { cloneProfile, isProfileInUse, removeProfile } from '../../browser/profile-folders.ts';
import {
  checkedProfileName,
  isLoginTooOld,
  type ProfileRecord,
  readProfileRecord,
  writeProfileRecord,
} from '../../browser/profile-record.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { HomePaths } from '../../io/home.ts';
import { ensureFolders } from '../../io/private-folder.ts';
import type { OwnProfile, OwnProfiles } from '../profile/own-profiles.ts';

/** The profiles of a data folder, as the commands see them. */
export function profileParts(paths: HomePaths, now: () => number): OwnProfiles {
  const folderOf = (name: string): string => join(paths.profiles, name);
  const shown = (record: ProfileRecord): OwnProfile => {
    const { login_days_max: loginDaysMax } = loadConfig(paths.config).profiles;
    return { record, loginDaysMax, loginTooOld: isLoginTooOld(record, loginDaysMax, now()) };
  };
  const change = (name: string, changes: Partial<ProfileRecord>): Result<OwnProfile> => {
    ensureFolders(paths);
    const before = readProfileRecord(folderOf(name));
    if (!before.ok) return before;
    const record = { ...before.value, ...changes };
    writeProfileRecord(folderOf(name), record);
    return ok(shown(record));
  };
  return {
    checkedName: checkedProfileName,
    get(name) {
      const record = readProfileRecord(folderOf(name));
      return record.ok ? ok(shown(record.value)) : record;
    },
    set: change,
    signedIn: (name) => change(name, { signed_in_at: new Date(now()).toISOString() }),
    clone: (from, to) => cloneProfile(paths.profiles, from, to),
    remove: (name) => removeProfile(paths.profiles, name),
    isInUse: (name) => isProfileInUse(paths.profiles, name),
  };
}
