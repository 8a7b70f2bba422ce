import { useEffect, useState } from 'preact/hooks';
import type { PanelActions } from '../panel-actions.ts';

type Props = {
  readonly actions: Pick<PanelActions, 'lookForPasskeys' | 'addPasskey'>;
  /** The session's words, by which the person knows whose question this is. */
  readonly phrase: string;
};
type Look = NonNullable<Awaited<ReturnType<PanelActions['lookForPasskeys']>>>;

/** Which passkeys confirm deleting and admin acts, and the way to add one. */
export function PasskeySettings({ actions, phrase }: Props) {
  const [look, setLook] = useState<Look | null>(null);
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => setLook(await actions.lookForPasskeys());
  useEffect(() => void refresh(), []);
  if (look === null) return null;
  const add = async (): Promise<void> => {
    setBusy(true);
    await actions.addPasskey();
    await refresh();
    setBusy(false);
  };
  return (
    <section>
      <h2>Passkey</h2>
      <p class={look.mode !== 'off' && look.count === 0 ? 'trouble' : 'soft'}>{sentence(look)}</p>
      {look.mode === 'off' ? null : (
        <>
          <p class="soft">
            Your words: <strong>{phrase}</strong>. Add one only where you see them.
          </p>
          <p>
            <button type="button" disabled={busy} onClick={() => void add()}>
              {look.count === 0 ? 'Add a passkey' : 'Add another passkey'}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function sentence({ mode, count }: Look): string {
  if (mode === 'off')
    return 'Deleting and admin acts are approved by a press. With approvals.passkey: delete_admin in config.yaml they take a passkey.';
  if (count === 0)
    return 'Deleting and admin acts take a passkey, and there is none yet, so none is approved.';
  return `Deleting and admin acts take a passkey; ${count === 1 ? 'one is' : `${count} are`} known.`;
}
