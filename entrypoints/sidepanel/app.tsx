import { useEffect, useRef } from 'preact/hooks';
import { activeRun } from './active-run.ts';
import { hostGate } from './host-gate.ts';
import type { PanelActions } from './panel-actions.ts';
import type { PanelState, View } from './panel-state.ts';
import { PolicyNotice } from './parts/policy-notice.tsx';
import { QuestionCard } from './parts/question-card.tsx';
import { Shown } from './parts/shown.tsx';
import { StatusMark } from './parts/status-mark.tsx';
import { StopButton } from './parts/stop-button.tsx';
import { Trouble } from './parts/trouble.tsx';
import { pendingQuestion } from './pending-question.ts';
import { ApprovalCard } from './views/approval-card.tsx';
import { FormView } from './views/form-view.tsx';
import { HomeView } from './views/home-view.tsx';
import { HostScreenView } from './views/host-screen-view.tsx';
import { LedgerView } from './views/ledger-view.tsx';
import { ModelsView } from './views/models-view.tsx';
import { ReportView } from './views/report-view.tsx';
import { ReportsView } from './views/reports-view.tsx';
import { RulesView } from './views/rules-view.tsx';
import { RunPage } from './views/run-view.tsx';
import { StatusView } from './views/status-view.tsx';
import { productName } from './words.ts';

export type ViewProps = { readonly state: PanelState; readonly actions: PanelActions };

/** The whole panel: what is going on above, the story in the middle, the decision that waits at the bottom. */
export function App({ state, actions }: ViewProps) {
  const main = useRef<HTMLElement>(null);
  const key = JSON.stringify(state.view);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    window.scrollTo(0, 0);
    // The heading of a run sticks below the header; focusing it must not scroll what it covers away.
    main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [key]);
  useStopKeys(state, actions);

  const gate = hostGate(state);
  const approval = state.approvals[0];
  const question = pendingQuestion(state);
  return (
    <>
      <Header state={state} actions={actions} />
      <main ref={main}>
        {gate.kind === 'banner' ? (
          <p class="banner" role="status">
            {gate.sentence}
          </p>
        ) : null}
        {gate.kind === 'screen' && readable.includes(state.view.name) ? (
          <p class="banner" role="status">
            {gate.screen.title}. What this browser keeps can be read all the same.
          </p>
        ) : null}
        {state.trouble === null ? null : <Trouble fault={state.trouble} onDismiss={actions.dismissTrouble} />}
        {gate.kind === 'screen' && !readable.includes(state.view.name) ? (
          <HostScreenView
            screen={gate.screen}
            kept={state.objectives.kept?.length ?? 0}
            onRetry={actions.retry}
            onRead={() => actions.open({ name: 'reports' })}
          />
        ) : (
          <>
            {noticed.includes(state.view.name) ? <PolicyNotice status={state.status} /> : null}
            <CurrentView state={state} actions={actions} />
          </>
        )}
      </main>
      {approval === undefined || gate.kind === 'screen' ? null : (
        <ApprovalCard
          key={approval.request.approval_id}
          pending={approval}
          waiting={state.approvals.length}
          connected={gate.kind === 'open'}
          phrase={state.status?.phrase ?? null}
          onAnswer={(answer, scope) => actions.answer(approval.request.approval_id, answer, scope)}
        />
      )}
      {question === null || approval !== undefined || gate.kind === 'screen' ? null : (
        <QuestionCard
          key={question.question.question_id}
          {...question}
          connected={gate.kind === 'open'}
          sending={state.objectives.answering === question.question.question_id}
          onAnswer={(text) => actions.answerQuestion(question.question.question_id, text)}
        />
      )}
      <p class="unseen" role="status">
        {state.announcement}
      </p>
    </>
  );
}

/** Views in which the person is about to begin something, or asks how things stand. A run tells what stopped it. */
const noticed: readonly View['name'][] = ['home', 'form', 'status'];

/** Views that need nothing but what this browser keeps. */
const readable: readonly View['name'][] = ['reports', 'report'];

function CurrentView({ state, actions }: ViewProps) {
  const { view } = state;
  switch (view.name) {
    case 'home':
      return <HomeView state={state} actions={actions} />;
    case 'form':
      return <FormView key={view.templateId} view={view} state={state} actions={actions} />;
    case 'run':
      return <RunPage runId={view.runId} state={state} actions={actions} />;
    case 'report':
      return <ReportView runId={view.runId} state={state} actions={actions} />;
    case 'reports':
      return <ReportsView state={state} actions={actions} />;
    case 'models':
      return <ModelsView state={state} actions={actions} />;
    case 'ledger':
      return <LedgerView state={state} onSettle={actions.settle} />;
    case 'rules':
      return <RulesView status={state.status} receipts={state.receipts} />;
    case 'status':
      return <StatusView state={state} actions={actions} />;
  }
}

const places: readonly { readonly view: View; readonly word: string }[] = [
  { view: { name: 'home' }, word: 'Tasks' },
  { view: { name: 'reports' }, word: 'Reports' },
  { view: { name: 'ledger' }, word: 'Ledger' },
  { view: { name: 'rules' }, word: 'Rules' },
  { view: { name: 'status' }, word: 'Status' },
];

function Header({ state, actions }: ViewProps) {
  const run = activeRun(state);
  const { view } = state;
  const inTasks = ['home', 'form', 'run', 'report', 'models'].includes(view.name);
  const isHere = (place: View) => (place.name === 'home' ? inTasks : place.name === view.name);
  const onScreen = run !== null && view.name === 'run' && view.runId === run.run_id;
  return (
    <header class={run?.status === 'running' ? 'acting' : ''}>
      <nav aria-label={productName}>
        {places.map(({ view: place, word }) => (
          <button
            type="button"
            key={word}
            aria-current={isHere(place) ? 'page' : undefined}
            onClick={() => actions.open(place)}
          >
            {word}
          </button>
        ))}
      </nav>
      {run === null || onScreen ? null : (
        <div class="strip">
          <button
            type="button"
            class="quiet"
            onClick={() => actions.open({ name: 'run', runId: run.run_id })}
          >
            <StatusMark status={run.status} />
            <Shown text={run.template.title} charactersMax={40} />
          </button>
          <StopButton stopping={state.stopping === run.run_id} onStop={() => actions.stop(run.run_id)} />
        </div>
      )}
    </header>
  );
}

function useStopKeys(state: PanelState, actions: PanelActions): void {
  const runId = activeRun(state)?.run_id ?? null;
  useEffect(() => {
    if (runId === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.code !== 'KeyS') return;
      event.preventDefault();
      actions.stop(runId);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [runId, actions]);
}
