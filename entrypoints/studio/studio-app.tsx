import { Command } from '../sidepanel/parts/command.tsx';
import { Icon } from '../sidepanel/parts/icon.tsx';
import type { StudioActions } from './studio-actions.ts';
import type { Notice, StudioState } from './studio-state.ts';
import { EditorView } from './views/editor-view.tsx';
import { LibraryNav } from './views/library-nav.tsx';
import { RecordForm, RecordingView } from './views/recording-view.tsx';

export type StudioProps = { readonly state: StudioState; readonly actions: StudioActions };

/** The whole studio: templates at the left, the one that is open beside them. */
export function StudioApp({ state, actions }: StudioProps) {
  return (
    <>
      <header class="studio-head">
        <h1>Workflow studio</h1>
        <HostLine state={state} />
      </header>
      <div class="studio-body">
        <LibraryNav state={state} actions={actions} />
        <main>
          {state.notice === null ? null : <NoticeView notice={state.notice} onClose={actions.dismiss} />}
          <Page state={state} actions={actions} />
        </main>
      </div>
    </>
  );
}

function Page({ state, actions }: StudioProps) {
  if (state.recording !== null)
    return <RecordingView recording={state.recording} state={state} actions={actions} />;
  if (state.asksRecording) return <RecordForm state={state} actions={actions} />;
  if (state.open === null) return <Welcome actions={actions} />;
  return <EditorView open={state.open} state={state} actions={actions} />;
}

function HostLine({ state: { host } }: { readonly state: StudioState }) {
  if (host?.state === 'connected') return <p class="soft">Nothing runs from here; drafts are yours alone.</p>;
  const sentence = host === null || host.sentence === '' ? 'Connecting to LocalAgent…' : host.sentence;
  return (
    <p class="bad" role="status">
      {sentence} {host?.remedy ?? ''}
    </p>
  );
}

function NoticeView({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  return (
    <div class={notice.good ? 'notice' : 'notice is-bad'} role={notice.good ? 'status' : 'alert'}>
      <div class="notice-text">
        <p>{notice.text}</p>
        {notice.commands.map((command) => (
          <Command key={command} text={command} />
        ))}
      </div>
      <button type="button" class="quiet square" aria-label="Close this message" onClick={onClose}>
        <Icon name="cross" />
      </button>
    </div>
  );
}

function Welcome({ actions }: { readonly actions: StudioActions }) {
  return (
    <section class="welcome" aria-labelledby="welcome">
      <h2 id="welcome">Teach it once, run it again and again</h2>
      <p class="soft">
        A template is a job as a list of steps. Show it in a tab, read through what came of it, and see what
        your rules say to it before it ever runs.
      </p>
      <div class="ways">
        <button type="button" class="way" onClick={() => actions.ask(true)}>
          <strong>
            <span class="record-dot" /> Record it
          </strong>
          <span class="soft">Work in a tab as you always do. What you press and fill in becomes steps.</span>
        </button>
        <button type="button" class="way" onClick={() => void actions.create()}>
          <strong>Begin with an empty one</strong>
          <span class="soft">Add steps by hand, as forms or as text.</span>
        </button>
      </div>
      <p class="soft">Or choose a template at the left: yours to change, all others to copy.</p>
    </section>
  );
}
