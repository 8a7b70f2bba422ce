import type { Status } from '../panel-state.ts';
import { Shown } from './shown.tsx';

/** Policies of the organisation that stand in the way, told before anything is begun in vain. */
export function PolicyNotice({ status }: { readonly status: Status | null }) {
  if (status !== null && status.switched_off !== null) return <SwitchedOff sentence={status.switched_off} />;
  if (status === null || status.policies_in_the_way.length === 0) return null;
  // One browser needs no name: the panel stands in it.
  const several = new Set(status.profiles.map((profile) => profile.browser_name)).size > 1;
  return (
    <section class="notice" role="status">
      <h2>Limited by your organisation</h2>
      <ul>
        {status.policies_in_the_way.map(({ browser_name: name, policy, sentence, remedy }) => (
          <li key={`${name} ${policy}`}>
            <p>
              {several ? <Shown text={`${name}: `} /> : null}
              {sentence}
            </p>
            <p class="soft">{remedy}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SwitchedOff({ sentence }: { readonly sentence: string }) {
  return (
    <section class="trouble" role="alert">
      <h2>Switched off</h2>
      <p>
        <Shown text={sentence} charactersMax={600} />
      </p>
      <p class="soft">Nothing is done until the administrator who set this switches it on again.</p>
    </section>
  );
}
