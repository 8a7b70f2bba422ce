import { countText, whenText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import type { Status } from '../panel-state.ts';
import { Command } from '../parts/command.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { PasskeySettings } from '../parts/passkey-settings.tsx';
import { Shown } from '../parts/shown.tsx';
import { productName, stopKeys } from '../words.ts';
import { Waiting } from './home-view.tsx';

/** What is running, where it keeps its data, which browsers are connected, and which keys help. */
export function StatusView({ state, actions }: ViewProps) {
  const { status } = state;
  return (
    <section>
      <h1 tabIndex={-1}>Status</h1>
      {status === null ? <Waiting /> : <Facts status={status} />}
      <p>
        <button type="button" class="stop" onClick={() => actions.stopAll()}>
          Stop everything
        </button>
      </p>
      <p class="soft">Ends every task, and what MCP clients and command lines are doing.</p>
      <p>
        <button type="button" onClick={() => actions.open({ name: 'models' })}>
          Models
        </button>
      </p>
      {status === null ? null : <PasskeySettings actions={actions} phrase={status.phrase} />}
      <h2>Keys</h2>
      <dl class="facts">
        <div>
          <dt>Open this panel</dt>
          <dd>
            <kbd>Alt+Shift+L</kbd>
          </dd>
        </div>
        <div>
          <dt>Stop what is going on</dt>
          <dd>
            <kbd>{stopKeys.text}</kbd>
          </dd>
        </div>
        <div>
          <dt>Approve</dt>
          <dd>
            <kbd>Tab</kbd> to the button, then <kbd>Space</kbd>. <kbd>Enter</kbd> never approves.
          </dd>
        </div>
      </dl>
      <h2>If something does not work</h2>
      <Command text="localagent doctor" />
      <p class="soft">It checks everything and says what is wrong and how to mend it.</p>
    </section>
  );
}

function Facts({ status }: { readonly status: Status }) {
  return (
    <>
      {status.ledger_read_only ? (
        <section class="trouble" role="alert">
          <h2>The ledger cannot be written, so nothing is done</h2>
          <p>Check that the disk has room and that the data folder may be written, then start again.</p>
        </section>
      ) : null}
      <dl class="facts">
        <div>
          <dt>{productName}</dt>
          <dd>{status.host_version}</dd>
        </div>
        <div>
          <dt>Data folder</dt>
          <dd class="copied">
            <code>
              <Shown text={status.home} charactersMax={64} />
            </code>
            <CopyButton text={status.home} label="the path of the data folder" />
          </dd>
        </div>
        <div>
          <dt>Your words</dt>
          <dd>
            <strong>{status.phrase}</strong>
            <span class="soft"> A question without them is not LocalAgent's.</span>
          </dd>
        </div>
        <div>
          <dt>Ledger</dt>
          <dd>{status.ledger_read_only ? 'Read-only' : 'Writable'}</dd>
        </div>
        <div>
          <dt>Going on now</dt>
          <dd>{status.active_runs.length === 0 ? 'Nothing' : countText(status.active_runs.length, 'run')}</dd>
        </div>
      </dl>
      <h2>Browsers</h2>
      <ul class="rows plain">
        {status.profiles.map((profile) => (
          <li key={profile.name}>
            <p>
              <strong>
                <Shown text={profile.name} />
              </strong>
            </p>
            <p class="soft">
              {profile.browser_name} {profile.browser_version} · extension {profile.extension_version}
            </p>
            <p class="soft">
              {countText(profile.pages, 'page')} · since {whenText(profile.connected_at, new Date())}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
