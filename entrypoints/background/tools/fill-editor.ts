import { askEngine } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import { cutWords, textIn } from './fill-text.ts';
import { backspace, insertText, pressCombination, selectAll, toTheEnd, typeText } from './keyboard.ts';
import { type Put, putIn, readBack } from './put-in.ts';
import { sameLines } from './same-value.ts';

/** Editors re-render what they are given, some of them a frame later. */
const frames = 2;
/** Browsers put many lines into an editable region one by one; an editor's own paste takes them at once. */
const insertedLinesMax = 100;
const typedCharactersMax = 500;

/** Replaces the text of an editable region, and compares it line by line with what the editor made of it. */
export async function fillRichText(filling: Filling, wanted: string): Promise<Filled> {
  const many = wanted.split('\n').length > insertedLinesMax;
  const first = many ? paste : insert;
  const ways = wanted === '' ? [erase] : wanted.length > typedCharactersMax ? [first, paste] : [first, type];
  let put: Put | null = null;
  for (const way of new Set(ways)) {
    const tried = await way(filling, wanted);
    if (tried === null) continue;
    put = tried;
    if (put.cut !== null || sameLines(textIn(put.state), wanted)) break;
  }
  if (put === null) return { value: textIn(filling.state), matches: false, detail: unmoved };
  if (put.cut !== null) return { value: null, matches: false, detail: cutWords[put.cut] };
  const held = textIn(put.state);
  const matches = sameLines(held, wanted);
  if (matches) return { value: held, matches };
  const same = sameLines(held, textIn(filling.state));
  return { value: held, matches, detail: same ? unmoved : 'The editor made something else of it.' };
}

const unmoved = 'The editor did not take it: it holds what it held before.';

/**
 * Replaces the text of a code editor, which draws only the lines in sight. What it holds then is what it
 * would copy of all its text; where it does not say, nothing is claimed.
 */
export async function fillCodeEditor(filling: Filling, wanted: string): Promise<Filled> {
  const ways = wanted === '' ? [erase] : [paste, insert];
  let put: Put | null = null;
  let whole: string | null = null;
  for (const way of ways) {
    const tried = await way(filling, wanted);
    if (tried === null) continue;
    put = tried;
    if (put.cut !== null) return { value: null, matches: false, detail: cutWords[put.cut] };
    whole = await wholeText(filling);
    if (whole === null || exactly(whole, wanted)) break;
  }
  if (put === null) return { value: null, matches: false, detail: unmoved };
  if (whole === null) {
    return { value: textIn(put.state), matches: false, detail: 'Only the lines in sight can be read back.' };
  }
  const matches = exactly(whole, wanted);
  if (matches) return { value: wanted, matches };
  const same = sameLines(whole, textIn(filling.state));
  return { value: whole, matches, detail: same ? unmoved : 'The editor made something else of it.' };
}

function exactly(held: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return plain(held) === plain(wanted);
}

/** All that the editor holds; null when it does not tell. The caret is at the end afterwards. */
async function wholeText(filling: Filling): Promise<string | null> {
  const { page, frameId, ref, context } = filling;
  const read = await putIn(filling, { kind: 'key', select: false, frames: 1 }, () =>
    pressCombination(page, selectAll()),
  );
  if (read === null || read.cut !== null) return null;
  const { text } = await askEngine(page, frameId, 'field_copied', { ref }, context.deadline);
  await pressCombination(page, toTheEnd);
  // Nothing is copied of an empty editor.
  return text ?? (textIn(read.state) === '' ? '' : null);
}

async function erase(filling: Filling): Promise<Put | null> {
  return replace(filling, 'key', () => pressCombination(filling.page, backspace));
}

async function insert(filling: Filling, text: string): Promise<Put | null> {
  return replace(filling, 'text', () => insertText(filling.page, text));
}

async function type(filling: Filling, text: string): Promise<Put | null> {
  return replace(filling, 'key', async () => {
    await pressCombination(filling.page, backspace);
    await typeText(filling.page, text, filling.context.signal);
  });
}

/** By the editor's own handling of a paste, without the person's clipboard. */
async function paste(filling: Filling, text: string): Promise<Put | null> {
  const { page, frameId, ref, context } = filling;
  let taken = false;
  const put = await replace(filling, 'text', async () => {
    taken = (await askEngine(page, frameId, 'field_paste', { ref, text }, context.deadline)).holds;
  });
  if (taken || put === null) return put;
  return insert(filling, text);
}

/** Selects all in the way that the editor understands, then sends. */
async function replace(
  filling: Filling,
  kind: 'key' | 'text',
  send: () => Promise<void>,
): Promise<Put | null> {
  const code = filling.state.kind === 'code-editor';
  return putIn(filling, { kind, select: !code, frames }, async () => {
    if (code) {
      await pressCombination(filling.page, selectAll());
      await readBack(filling);
    }
    await send();
  });
}
