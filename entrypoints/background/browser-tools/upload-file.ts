import type { z } from 'zod';
import type { EngineAnswer } from '../../../shared/engine-methods.ts';
import { FaultError, raise } from '../../../shared/faults.ts';
import { click } from '../../../shared/tools/click.ts';
import type { uploadFile as declaration } from '../../../shared/tools/upload-file.ts';
import { fileChooserAfter, takeChosenField } from '../driver/file-chooser.ts';
import type { TabPage } from '../driver/tab-page.ts';
import type { GivenFile } from '../page.ts';
import { askEngine, numberOfRef } from '../tools/ask-engine.ts';
import { pageBehaviours } from '../tools/index.ts';
import { resolveTargets } from '../tools/resolve-targets.ts';
import type { BrowserBehaviour, BrowserCall } from './browser-behaviour.ts';
import { refuseUnfit } from './upload-fit.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;
type Put = EngineAnswer<'files_put'>;
/** A field in a frame; `ref` null: the one behind the file chooser. */
type Field = { readonly frameId: number; readonly ref: number | null };

/** How long an element that is to be clicked may take until it can be. */
const readyMs = 10_000;

type FileToPut = GivenFile & { readonly base64: string };

/** Characters of base64 in one part; a multiple of four, so that each part stands for whole bytes. */
const partCharacters = 1_000_000;

export const uploadFile: BrowserBehaviour<Args, Result> = async (call, args) => {
  const { page, deadline } = call;
  const target = call.targets[0]?.description;
  if (page === null || target === undefined)
    raise('no-page', 'There is no page to upload to.', 'Navigate first.');
  const files = filesOf(args, call.files ?? []);
  const ref = numberOfRef(target.ref);
  const frameId = target.frame.id;
  const found = await askEngine(page, frameId, 'file_field', { ref }, deadline);
  if (found.kind === 'field') {
    refuseUnfit(found, files);
    return put(call, page, { frameId, ref: numberOfRef(found.ref) }, files, 'field');
  }
  if (found.kind === 'other') {
    await sendFiles(call, page, frameId, files);
    const dropped = await askEngine(page, frameId, 'files_drop', { ref }, deadline);
    if (dropped.put) return done(page, dropped, 'drop', null);
  }
  const asked = await fileChooserAfter(
    call.driver,
    page,
    () => clickOnce(call, page, target.ref),
    call.signal,
  );
  if (asked === null) return raiseNoField(page);
  const chosen = { frameId: await takeChosenField(call.driver, page, asked), ref: null };
  refuseUnfit(await askEngine(page, chosen.frameId, 'file_field', { ref: null }, deadline), files);
  return put(call, page, chosen, files, 'chooser');
};

async function put(
  call: BrowserCall,
  page: TabPage,
  { frameId, ref }: Field,
  files: readonly FileToPut[],
  via: 'field' | 'chooser',
) {
  await sendFiles(call, page, frameId, files);
  const answer = await askEngine(page, frameId, 'files_put', { ref }, call.deadline);
  if (!answer.put) {
    raise('not-actionable', 'The field took none of the files.', 'Take a snapshot and look at the field.');
  }
  return done(page, answer, via, await holdsStill(page, { frameId, ref }, answer, call.deadline));
}

/** Whether the field holds the files after the page has answered; a page that took them away has emptied it. */
async function holdsStill(
  page: TabPage,
  { frameId, ref }: Field,
  given: Put,
  deadline: number,
): Promise<boolean> {
  try {
    const now = await askEngine(page, frameId, 'files_held', { ref }, deadline);
    return JSON.stringify(now.names) === JSON.stringify(given.names);
  } catch (error) {
    // A page that goes on by itself once it has the files holds nothing any more.
    if (error instanceof FaultError && ['stale-ref', 'no-page', 'dialog-open'].includes(error.fault.code))
      return false;
    throw error;
  }
}

function done(page: TabPage, { names }: Put, via: Result['via'], held: boolean | null) {
  // The host, which has read the files, adds the hashes.
  const files = names.map((file) => ({ ...file, sha256: '' }));
  return { result: { via, files, held }, verified: held === true, tabId: page.tabId };
}

/** Names and types are as the host found them; the content comes from the host, or from the arguments themselves. */
function filesOf(args: Args, given: readonly GivenFile[]): readonly FileToPut[] {
  return args.files.map(({ text, content_base64 = '' }, at) => {
    const file = given[at];
    if (file === undefined)
      return raise('internal', 'A file did not come with the call.', 'Propose the upload again.');
    return { ...file, base64: file.content_base64 ?? (text === undefined ? content_base64 : base64Of(text)) };
  });
}

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  }
  return btoa(pieces.join(''));
}

async function sendFiles(
  call: BrowserCall,
  page: TabPage,
  frameId: number,
  files: readonly FileToPut[],
): Promise<void> {
  let begin = true;
  for (const { name, mime_type, base64: whole } of files) {
    for (let at = 0; at === 0 || at < whole.length; at += partCharacters) {
      if (call.signal.aborted) raise('cancelled', 'The upload was stopped.', 'The page was given nothing.');
      const base64 = whole.slice(at, at + partCharacters);
      const part = { begin, next: at === 0, name, type: mime_type, base64 };
      await askEngine(page, frameId, 'files_part', part, call.deadline);
      begin = false;
    }
  }
}

/** What was prepared only had to be there; to be clicked it must be in view and free. */
async function clickOnce(call: BrowserCall, page: TabPage, ref: string): Promise<void> {
  const selector = `ref=${ref}`;
  const by = Math.min(call.deadline, Date.now() + readyMs);
  const targets = await resolveTargets(page, [{ selector, readiness: 'enabled' }], by);
  await pageBehaviours.click(page, click.input.parse({ selector }), targets, call);
}

function raiseNoField(page: TabPage): never {
  const dialog = page.dialog();
  if (dialog !== null) {
    const detail = { dialog: dialog.message.slice(0, 2000) };
    raise(
      'dialog-open',
      `The page asked something instead (${dialog.kind}).`,
      'Answer it, then try again.',
      detail,
    );
  }
  return raise(
    'not-actionable',
    'The element was clicked and asked for no files, and it is neither a file field nor a drop zone.',
    'Take a snapshot and choose the file field, the button that opens the file chooser, or the drop zone.',
  );
}
