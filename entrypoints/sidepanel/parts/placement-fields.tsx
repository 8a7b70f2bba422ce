import type { ProfileInfo } from '../../../shared/protocol/control-messages.ts';
import type { Placement } from '../template-form.ts';

type Props = {
  readonly value: Placement;
  readonly profiles: readonly ProfileInfo[];
  readonly onChange: (value: Placement) => void;
};

/** Where the result goes and under which name; folded, because the template has its own answer to both. */
export function PlacementFields({ value, profiles, onChange }: Props) {
  return (
    <details>
      <summary>Where to put it</summary>
      <div class="field">
        <label for="placement-folder">
          Folder <span class="soft">optional</span>
        </label>
        <input
          id="placement-folder"
          type="text"
          spellcheck={false}
          autocomplete="off"
          maxLength={4096}
          placeholder="The task's own folder"
          aria-describedby="placement-folder-about"
          value={value.folder}
          onInput={(event) => onChange({ ...value, folder: event.currentTarget.value })}
        />
        <p class="soft" id="placement-folder-about">
          A folder on this computer, such as ~/Reports. It is made if it is missing.
        </p>
      </div>
      <div class="field">
        <label for="placement-name">
          File name <span class="soft">optional</span>
        </label>
        <input
          id="placement-name"
          type="text"
          spellcheck={false}
          autocomplete="off"
          maxLength={300}
          placeholder="The task's own name"
          aria-describedby="placement-name-about"
          value={value.namePattern}
          onInput={(event) => onChange({ ...value, namePattern: event.currentTarget.value })}
        />
        <p class="soft" id="placement-name-about">
          Names in braces are filled in, such as {'{vendor}-{period}'}.
        </p>
      </div>
      {profiles.length < 2 ? null : (
        <div class="field">
          <label for="placement-profile">Browser profile</label>
          <select
            id="placement-profile"
            value={value.profile}
            onChange={(event) => onChange({ ...value, profile: event.currentTarget.value })}
          >
            <option value="">This one</option>
            {profiles.map((profile) => (
              <option key={profile.name} value={profile.name}>
                {`${profile.name} (${profile.browser_name})`}
              </option>
            ))}
          </select>
        </div>
      )}
    </details>
  );
}
