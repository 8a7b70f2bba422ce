import type { ActGroup } from '../approval-groups.ts';
import { bucketWords, placeOf } from '../words.ts';
import { Shown } from './shown.tsx';

/** Acts of one kind: what the kind changes, each act in words, and which rule asks. */
export function ActGroupView({ group }: { readonly group: ActGroup }) {
  const { title, effect } = bucketWords[group.bucket];
  // An act that names its place itself says more than the heading could.
  const place = group.resource === null ? null : placeOf(group.resource);
  const shared = place !== null && group.acts.some((act) => !act.text.includes(place)) ? place : null;
  return (
    <section class={`act-group bucket-${group.bucket}`}>
      <h3>
        {title} <span class="count">{group.count}</span>
        {shared === null ? null : (
          <span class="count">
            {'· '}
            <Shown text={shared} charactersMax={80} />
          </span>
        )}
      </h3>
      <p class="soft">{effect}</p>
      <ul>
        {group.acts.map((act) => (
          <li key={`${act.text} ${act.resource}`}>
            <Shown text={act.text} charactersMax={180} />
            {act.count > 1 ? <strong> × {act.count}</strong> : null}
            {shared !== null || act.text.includes(placeOf(act.resource)) ? null : (
              <span class="soft">
                {' '}
                on <Shown text={placeOf(act.resource)} charactersMax={80} />
              </span>
            )}
            {(act.details ?? []).map((detail) => (
              <span key={detail} class="detail">
                <Shown text={detail} charactersMax={700} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {group.rules.length === 0 ? null : (
        <p class="soft asks">
          Why it asks: <Shown text={group.rules.join(' ')} charactersMax={400} />
        </p>
      )}
    </section>
  );
}
