import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Fault, FaultError, type Result, raise } from '../../shared/faults.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import {
  type CheckedTemplate,
  type JudgedAct,
  type studioRequests,
  type TemplateFileName,
  type TemplateListing,
  TemplateProblem,
  type TemplateState,
} from '../../shared/protocol/studio-messages.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { diffTemplates } from '../workflow/diff-templates.ts';
import { editTemplateText } from '../workflow/edit-template-text.ts';
import { explainTemplate } from '../workflow/explain-template.ts';
import { type LoadedTemplate, parseTemplate } from '../workflow/parse-template.ts';
import { reviewRequest, signCommands } from '../workflow/review-request.ts';
import { saveDraft, textHash, textIn } from '../workflow/save-draft.ts';
import { shelfOf } from '../workflow/script-store.ts';
import { libraryOf, readVersions, type TemplateFile } from '../workflow/template-store.ts';
import { plainValue } from '../workflow/template-value.ts';
import type { Parts } from './parts.ts';
import { prepareRun } from './start-run.ts';
import { given } from './surfaces.ts';
import { reviewOf, templateFolders } from './templates.ts';

/** Name that problems are told under; the text in the studio has no file yet. */
const studioFile = 'the template';
const requestMode = 0o600;
const folderMode = 0o700;
const Places = z.looseObject({ places: z.array(TemplateProblem) });

/**
 * What the studio's page asks. None of it runs a template, and only `template.save` and `template.submit` write. `onSaved` lets every
 * surface look at the list anew.
 */
export function templateHandlers(parts: Parts, onSaved: () => void): Handlers<typeof studioRequests> {
  const load = (text: string): Result<LoadedTemplate> => {
    const [folders, { patterns }] = [templateFolders(parts), parts];
    return parseTemplate(
      text,
      studioFile,
      patterns,
      libraryOf(folders, patterns),
      shelfOf(folders, patterns),
    );
  };
  return {
    'template.library': async () => ({
      folder: parts.paths.templates,
      templates: readVersions(templateFolders(parts), parts.patterns).map((one) => listing(parts, one)),
    }),
    'template.read': async (name) => {
      const text = textIn(folderOf(parts, name), name.file);
      if (text === null)
        return raise('not-found', `There is no file ${name.file}.`, 'Look at the list anew.');
      const path = join(folderOf(parts, name), name.file);
      return { text, hash: textHash(text), state: stateOf(parts, { file: path, loaded: load(text) }) };
    },
    'template.check': async ({ text }) => check(parts, load, text),
    'template.edit': async ({ text, edits }) => {
      const changed = given(editTemplateText(text, edits));
      return { text: changed, ...check(parts, load, changed) };
    },
    'template.judge': async ({ text, parameters }) => judge(parts, load(text), parameters),
    'template.diff': async ({ text }) => {
      const after = given(load(text));
      const before = storedBefore(parts, after);
      if (before === null) return { against: null, changes: [] };
      const { id, version } = before.written;
      const changes = diffTemplates(before.template, after.template, parts.patterns);
      return { against: `${id} ${version}, in ${before.file}`, changes: [...changes] };
    },
    'template.save': async (draft) => {
      const saved = given(saveDraft(parts.paths.templates, draft));
      onSaved();
      return { ...saved };
    },
    'template.submit': async ({ file, known }) => submit(parts, load, file, known),
  };
}

function check(parts: Parts, load: (text: string) => Result<LoadedTemplate>, text: string): CheckedTemplate {
  const loaded = load(text);
  const value = plainValue(text);
  if (!loaded.ok) return { value, problems: problemsOf(loaded.fault), plan: null };
  return { value, problems: [], plan: explainTemplate(loaded.value.template, parts.patterns) };
}

/** Where each thing that is wrong stands; a fault without places is one of the whole text. */
function problemsOf({ message, detail }: Fault): TemplateProblem[] {
  const told = Places.safeParse(detail);
  if (told.success) return told.data.places;
  return [{ line: null, column: null, path: '(whole file)', message }];
}

async function judge(
  parts: Parts,
  loaded: Result<LoadedTemplate>,
  parameters: Readonly<Record<string, z.core.util.JSONType>>,
): Promise<{ acts: JudgedAct[]; problems: TemplateProblem[] }> {
  if (!loaded.ok) return { acts: [], problems: problemsOf(loaded.fault) };
  const options = { profile: null, out: null, name_pattern: null, unattended: false };
  try {
    const { plan } = prepareRun(parts, loaded.value, { parameters: { ...parameters }, options });
    const { id, version } = plan.template;
    const verdicts = await parts.calls.judge(plan.calls, {
      run_id: 'studio',
      caller: { kind: 'workflow', id: 'studio', unattended: false },
      profile: null,
      template: { id, version, ...reviewOf(parts, loaded.value, { unattended: false }) },
      granted: [],
    });
    const acts = plan.acts.flatMap(({ call, words }, index) => {
      const verdict = verdicts[index];
      if (verdict === undefined) return [];
      const { decision, reason, policies } = verdict;
      const { step_id, bucket, resource } = call;
      return [{ step_id, words, bucket, resource, decision, reason, policies: [...policies] }];
    });
    return { acts, problems: [] };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { acts: [], problems: problemsOf(error.fault) };
  }
}

function submit(
  parts: Parts,
  load: (text: string) => Result<LoadedTemplate>,
  file: string,
  known: string,
): { request: string; commands: string[] } {
  const path = join(parts.paths.templates, file);
  const text = textIn(parts.paths.templates, file);
  if (text === null || textHash(text) !== known) {
    raise('bad-arguments', `${path} is not what you see here.`, 'Save it, then ask for the review.');
  }
  const loaded = given(load(text));
  const { id, version, title } = loaded.written;
  const before = storedBefore(parts, loaded);
  const page = reviewRequest({
    id,
    version,
    title,
    file: path,
    hash: known,
    at: new Date(parts.clock()).toISOString(),
    plan: explainTemplate(loaded.template, parts.patterns),
    against: before === null ? null : `${before.written.id} ${before.written.version}`,
    changes: before === null ? [] : diffTemplates(before.template, loaded.template, parts.patterns),
  });
  const folder = join(parts.paths.home, 'reviews');
  const request = join(folder, `${id}@${version}.md`);
  mkdirSync(folder, { recursive: true, mode: folderMode });
  writeFileDurably(request, page, requestMode);
  return { request, commands: [...signCommands(path)] };
}

/** The version to compare with: the newest stored one of this id that is another, else the stored text of the same version. */
function storedBefore(parts: Parts, { written }: LoadedTemplate): LoadedTemplate | null {
  const stored = readVersions(templateFolders(parts), parts.patterns).flatMap(({ loaded }) =>
    loaded.ok && loaded.value.written.id === written.id ? [loaded.value] : [],
  );
  const others = stored.filter((one) => one.written.version !== written.version);
  return others.at(-1) ?? stored[0] ?? null;
}

function folderOf(parts: Parts, { place, file }: TemplateFileName): string {
  if (place === 'own') return parts.paths.templates;
  if (place === 'shipped') return parts.shipped.templates;
  const folders = parts.config.templates.folders;
  return folders.find((folder) => textIn(folder, file) !== null) ?? parts.paths.templates;
}

function placeOf(parts: Parts, file: string): TemplateFileName['place'] {
  if (dirname(file) === parts.paths.templates) return 'own';
  return dirname(file) === parts.shipped.templates ? 'shipped' : 'organisation';
}

function stateOf(parts: Parts, { file, loaded }: TemplateFile): TemplateState {
  if (!loaded.ok) return 'broken';
  if (placeOf(parts, file) === 'shipped') return 'shipped';
  if (loaded.value.written.review.state === 'draft') return 'draft';
  return reviewOf(parts, loaded.value, { unattended: true }).reviewed ? 'signed' : 'reviewed';
}

function listing(parts: Parts, one: TemplateFile): TemplateListing {
  const name = { place: placeOf(parts, one.file), file: basename(one.file) };
  const state = stateOf(parts, one);
  if (!one.loaded.ok) {
    const [trouble = ''] = one.loaded.fault.message.split('\n');
    return { ...name, id: '', version: '', title: name.file, description: '', steps: 0, state, trouble };
  }
  const { id, version, title, description, steps } = one.loaded.value.written;
  return { ...name, id, version, title, description, steps: steps.length, state, trouble: '' };
}
