import type { z } from 'zod';
import type { Fault } from '../../shared/faults.ts';
import type { TemplateEdit, TemplateFileName } from '../../shared/protocol/studio-messages.ts';
import { recordedParts, recordedTemplate, slug } from './recorded-template.ts';
import { renameReferences } from './rename-references.ts';
import type { StudioLink } from './studio-link.ts';
import {
  blankTemplate,
  type Notice,
  type OpenTemplate,
  type Recording,
  type Side,
  type StudioState,
  type Tab,
} from './studio-state.ts';
import { entries, members, text as textOf } from './template-value.ts';
import { triedValues } from './tried-values.ts';

type Json = z.core.util.JSONType;

export type StudioActions = ReturnType<typeof createStudioActions>;

/** Quiet time after a key before the text is checked. */
const checkAfterMs = 300;
const nothingChecked = { value: null, problems: [], plan: null };

type Means = {
  readonly link: StudioLink;
  readonly state: () => StudioState;
  readonly change: (change: Partial<StudioState>) => void;
};

/** What a person can do in the studio. Changes of one text are made one after the other, each upon what came of the one before. */
export function createStudioActions(means: Means) {
  const { link, state, change } = means;
  let queue: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = queue.then(work);
    queue = next.catch((error: unknown) => console.error(error));
    return next;
  };
  const say = (text: string, good = true, commands: readonly string[] = []): void =>
    change({ notice: { good, text, commands } satisfies Notice });
  const complain = ({ message, hint }: Fault): void => say(`${message} ${hint}`, false);
  const put = (open: OpenTemplate): void => change({ open });
  /** The text has been checked; what stands beside it follows. */
  const putChecked = (open: OpenTemplate): void => {
    put(open);
    if (state().side === 'changes') void compare();
  };

  async function loadLibrary(): Promise<void> {
    const answer = await link.call('template.library', {});
    if (answer.ok) change({ library: answer.value.templates, folder: answer.value.folder });
    else complain(answer.fault);
  }

  async function loadSecrets(): Promise<void> {
    const answer = await link.call('secret.list', {});
    if (answer.ok) change({ secrets: answer.value.secrets });
  }

  async function openFresh(value: Json, notice: Notice | null): Promise<void> {
    const answer = await link.call('template.edit', { text: '', edits: [{ op: 'set', path: [], value }] });
    if (!answer.ok) return complain(answer.fault);
    const { text, ...checked } = answer.value;
    const open: OpenTemplate = {
      source: null,
      state: 'draft',
      known: null,
      savedText: '',
      text,
      checked,
      checking: false,
    };
    change({ open, tab: 'steps', side: 'plan', step: '', tried: {}, judged: null, changes: null, notice });
  }

  async function check(): Promise<void> {
    const asked = state().open;
    if (asked === null) return;
    const answer = await link.call('template.check', { text: asked.text });
    const now = state().open;
    if (now === null || now.text !== asked.text) return;
    if (answer.ok) putChecked({ ...now, checked: answer.value, checking: false });
    else complain(answer.fault);
  }

  function edit(edits: readonly TemplateEdit[]): Promise<void> {
    return inTurn(async () => {
      const before = state().open;
      if (before === null) return;
      const answer = await link.call('template.edit', { text: before.text, edits: [...edits] });
      if (!answer.ok) return complain(answer.fault);
      const { text, ...checked } = answer.value;
      const now = state().open;
      if (now !== null && now.text === before.text) putChecked({ ...now, text, checked, checking: false });
    });
  }

  /** A new name for a parameter or a step; what refers to it follows. */
  function rename(
    kind: 'parameters' | 'steps',
    path: readonly (string | number)[],
    names: { from: string; to: string },
  ): void {
    const now = state().open;
    if (now === null || names.to === '') return;
    const value = path.reduce<Json>(
      (at, part) => (Array.isArray(at) ? at[Number(part)] : members(at)[part]) ?? null,
      now.checked.value,
    );
    put({ ...now, text: renameReferences(now.text, kind, names), checking: true });
    void edit(
      kind === 'steps'
        ? [{ op: 'set', path: [...path, 'id'], value: names.to }]
        : [
            { op: 'remove', path: [...path] },
            { op: 'set', path: [...path.slice(0, -1), names.to], value },
          ],
    );
  }

  async function open(name: TemplateFileName): Promise<void> {
    const answer = await link.call('template.read', name);
    if (!answer.ok) return complain(answer.fault);
    const { text, hash, state: kind } = answer.value;
    const opened: OpenTemplate = {
      source: name,
      state: kind,
      known: hash,
      savedText: text,
      text,
      checked: nothingChecked,
      checking: true,
    };
    change({
      open: opened,
      tab: 'steps',
      side: 'plan',
      step: '',
      tried: {},
      judged: null,
      changes: null,
      notice: null,
    });
    await check();
  }

  async function copy(): Promise<void> {
    const from = state().open;
    if (from === null) return;
    const id = `${textOf(members(from.checked.value ?? {})['id']) || 'template'}-copy`;
    const edits: TemplateEdit[] = [
      { op: 'set', path: ['id'], value: id },
      { op: 'set', path: ['review'], value: { state: 'draft' } },
    ];
    const answer = await link.call('template.edit', { text: from.text, edits });
    if (!answer.ok) return complain(answer.fault);
    const { text, ...checked } = answer.value;
    put({ source: null, state: 'draft', known: null, savedText: '', text, checked, checking: false });
    say('This is your copy. It is a draft until somebody has reviewed it.');
  }

  async function save(): Promise<void> {
    return inTurn(async () => {
      const { open: now } = state();
      if (now === null) return;
      const file = now.source?.place === 'own' ? now.source.file : null;
      const answer = await link.call('template.save', { text: now.text, file, known: now.known });
      if (!answer.ok) return complain(answer.fault);
      const { hash, text } = answer.value;
      const source: TemplateFileName = { place: 'own', file: answer.value.file };
      const broken = now.checked.problems.length;
      put({ ...now, source, known: hash, savedText: text, text, state: broken > 0 ? 'broken' : 'draft' });
      say(
        broken > 0
          ? `Saved as ${answer.value.file}. It cannot run before what is wrong is mended.`
          : `Saved as ${answer.value.file}. It can be run from the side panel, where you are asked what the rules ask.`,
      );
      await loadLibrary();
    });
  }

  async function submit(): Promise<void> {
    const { open: now } = state();
    if (now?.source === null || now?.known === undefined || now.known === null) return;
    const answer = await link.call('template.submit', { file: now.source.file, known: now.known });
    if (!answer.ok) return complain(answer.fault);
    say(
      `The request for review is written: ${answer.value.request}. Give it to your reviewer, who does this:`,
      true,
      answer.value.commands,
    );
  }

  async function askRules(): Promise<void> {
    const { open: now, tried } = state();
    if (now === null) return;
    const parameters = triedValues(now.checked.value ?? {}, tried);
    const answer = await link.call('template.judge', { text: now.text, parameters });
    if (answer.ok) change({ judged: { ...answer.value, of: now.text } });
    else complain(answer.fault);
  }

  async function compare(): Promise<void> {
    const { open: now } = state();
    if (now === null) return;
    const answer = await link.call('template.diff', { text: now.text });
    // What is still to be mended is told beside it already.
    change({ changes: answer.ok ? answer.value : null });
  }

  async function record(url: string, title: string): Promise<void> {
    const recording: Recording = { url, title, acts: [], going: true, end: null };
    change({ recording, asksRecording: false, notice: null });
    const answer = await link.call('recording.start', { url });
    if (answer.ok) return;
    change({ recording: null });
    complain(answer.fault);
  }

  /** What was recorded becomes a template, or more steps of the one that is open. */
  async function keepRecording(): Promise<void> {
    const { recording, open: now } = state();
    if (recording === null) return;
    if (recording.going) await link.call('recording.stop', {});
    change({ recording: null });
    const secrets = recording.acts.some(({ type }) => type === 'fill_secret');
    const told = secrets
      ? ' Passwords were not recorded: each became a parameter that names a stored secret.'
      : '';
    if (recording.title !== '' || now === null) {
      const title = recording.title || 'Recorded template';
      const text = `Recorded. Read through the steps, then save it.${told}`;
      return openFresh(recordedTemplate(recording.acts, title), { good: true, text, commands: [] });
    }
    const { parameters, steps, sites } = recordedParts(recording.acts, '');
    const value = members(now.checked.value ?? {});
    const known = entries(value['sites']);
    const at = entries(value['steps']).length;
    await edit([
      ...Object.entries(parameters).map(
        ([name, spec]): TemplateEdit => ({ op: 'set', path: ['parameters', name], value: spec }),
      ),
      ...sites
        .filter((site) => !known.includes(site))
        .map((site): TemplateEdit => ({ op: 'insert', path: ['sites'], index: known.length, value: site })),
      ...steps.map(
        (step, index): TemplateEdit => ({ op: 'insert', path: ['steps'], index: at + index, value: step }),
      ),
    ]);
    say(`${steps.length} steps were added at the end.${told}`);
  }

  return {
    loadLibrary,
    open,
    copy,
    save,
    submit,
    edit,
    rename,
    compare,
    askRules,
    record,
    keepRecording,
    create: () => openFresh(blankTemplate(slug('new template', 'new').replaceAll('_', '-')), null),
    dropRecording: async (): Promise<void> => {
      change({ recording: null });
      await link.call('recording.stop', {});
    },
    ask: (asksRecording: boolean) => change({ asksRecording }),
    write(text: string): void {
      const now = state().open;
      if (now === null) return;
      put({ ...now, text, checking: true });
      clearTimeout(timer);
      timer = setTimeout(() => void check(), checkAfterMs);
    },
    show: (tab: Tab) => change({ tab }),
    choose: (step: string) => change({ step }),
    try: (name: string, value: string) => change({ tried: { ...state().tried, [name]: value } }),
    look(side: Side): void {
      change({ side });
      if (side === 'changes') void compare();
      if (side === 'rules') void loadSecrets();
    },
    dismiss: () => change({ notice: null }),
  };
}
