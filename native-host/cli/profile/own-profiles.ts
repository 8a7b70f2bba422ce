import type { Result } from '../../../shared/faults.ts';
import type { ProfileManner, ProfileRecord } from '../../browser/profile-record.ts';

export interface OwnProfiles {
  /** The name, where a profile may have it. */
  checkedName(name: string): Result<string>;
  get(name: string): Result<OwnProfile>;
  /** Fixes what is given; the profile need not be there yet. */
  set(name: string, manner: ProfileManner): Result<OwnProfile>;
  /** Notes that a person has signed in by hand just now. */
  signedIn(name: string): Result<OwnProfile>;
  clone(from: string, to: string): Result<null>;
  remove(name: string): Result<null>;
  isInUse(name: string): boolean;
}
export type OwnProfile = Readonly<{
  record: ProfileRecord;
  /** The person's log-in is older than `profiles.login_days_max`. */
  loginTooOld: boolean;
  loginDaysMax: number | null;
}>;
