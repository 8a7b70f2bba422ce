import type { ProfileInfo } from '../../../shared/protocol/control-messages.ts';

type Props = {
  /** Name of the profile; empty for the browser of this panel. */
  readonly value: string;
  readonly profiles: readonly ProfileInfo[];
  readonly onChange: (value: string) => void;
};

/** Which connected browser works; nothing while there is only one. */
export function ProfileField({ value, profiles, onChange }: Props) {
  if (profiles.length < 2) return null;
  return (
    <div class="field">
      <label for="profile">Browser profile</label>
      <select id="profile" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">This one</option>
        {profiles.map((profile) => (
          <option key={profile.name} value={profile.name}>
            {`${profile.name} (${profile.browser_name})`}
          </option>
        ))}
      </select>
    </div>
  );
}
