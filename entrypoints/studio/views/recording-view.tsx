import { useState } from 'preact/hooks';
import type { RecordedAct } from '../../../shared/recording.ts';
import { Shown } from '../../sidepanel/parts/shown.tsx';
import type { StudioProps } from '../studio-app.tsx';
import type { Recording } from '../studio-state.ts';

/** Where to begin, and what to call it. */
export function RecordForm({ state, actions }: StudioProps) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const more = state.open !== null && state.open.source?.place !== 'shipped';
  const address = /^https?:\/\//.test(url.trim()) ? url.trim() : `https://${url.trim()}`;
  const isGood = url.trim() !== '' && URL.canParse(address);
  return (
    <form
      class="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) void actions.record(new URL(address).href, title.trim());
      }}
    >
      <h2>Record a task</h2>
      <p class="soft">
        A new tab opens. Work in it as you always do; a bar at its foot lets you mark a table or a text to
        read, and finish. What you type becomes a value that you can change later. Passwords are never
        recorded.
      </p>
      <div class="field">
        <label for="record-url">Where to begin</label>
        <input
          id="record-url"
          type="text"
          inputMode="url"
          autofocus
          autocomplete="off"
          spellcheck={false}
          placeholder="https://"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="record-title">
          What to call it{more ? ' (empty: adds to the template that is open)' : ''}
        </label>
        <input
          id="record-title"
          type="text"
          autocomplete="off"
          maxLength={100}
          placeholder="Orders of a month"
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </div>
      <div class="row-buttons">
        <button type="submit" class="primary" disabled={!isGood}>
          <span class="record-dot" /> Start recording
        </button>
        <button type="button" onClick={() => actions.ask(false)}>
          Back
        </button>
      </div>
    </form>
  );
}

const endWords = {
  finished: 'Finished.',
  closed: 'The tab was closed, so the recording is over.',
  full: 'That was as much as one recording holds.',
  lost: 'The connection inside the browser was lost, so the recording is over. What it had is kept.',
} as const;

/** What has been recorded so far, as it happens. */
export function RecordingView({
  recording,
  state,
  actions,
}: StudioProps & { readonly recording: Recording }) {
  const { acts, going, end } = recording;
  return (
    <section class="recording" aria-labelledby="recording">
      <h2 id="recording">
        {going ? <span class="record-dot is-on" /> : null} {going ? 'Recording…' : 'Recorded'}
      </h2>
      <p class="soft" role="status">
        {going
          ? 'Go on in the tab that was opened. Press "Finish" there, or here, when you are done.'
          : endWords[end ?? 'finished']}
      </p>
      <ol class="told-acts">
        {acts.map((act, index) => (
          <li key={index}>
            <Shown text={actWords(act)} charactersMax={120} />
          </li>
        ))}
      </ol>
      <div class="row-buttons">
        <button type="button" class="primary" onClick={() => void actions.keepRecording()}>
          {recording.title === '' && state.open !== null ? 'Add these steps' : 'Make a template of it'}
        </button>
        <button type="button" onClick={() => void actions.dropRecording()}>
          Throw it away
        </button>
      </div>
    </section>
  );
}

/** One act in a person's words. */
export function actWords(act: RecordedAct): string {
  if (act.type === 'open') return `Opened ${act.url}`;
  if (act.type === 'opened') return 'A further page was opened';
  if (act.type === 'page') return act.page === 0 ? 'Back in the first page' : 'In the page that was opened';
  if (act.type === 'download') return `A file came: ${act.name.split(/[\\/]/).at(-1) || 'download'}`;
  const name = act.target.name || act.target.role || act.target.tag;
  switch (act.type) {
    case 'click':
      return `Pressed ${name}`;
    case 'enter':
      return `Pressed Enter in ${name}`;
    case 'fill':
      return typeof act.value === 'boolean'
        ? `${act.value ? 'Ticked' : 'Cleared'} ${name}`
        : `Wrote "${act.value}" into ${name}`;
    case 'fill_secret':
      return `Wrote into ${name} (not recorded)`;
    case 'choose':
      return `Chose ${act.labels.join(', ')} in ${name}`;
    case 'read_table':
      return `Reads the table ${name}`;
    case 'read_text':
      return `Reads ${name}`;
  }
}
