import type { Page } from '../page.ts';
import { stopIfCancelled } from './ask-engine.ts';
import {
  type Combination,
  commandKey,
  findKey,
  type Key,
  keys,
  type Modifier,
  modifierBits,
  modifierMask,
} from './key-table.ts';

// Trusted key events. They go to the page as a whole; the browser hands them to the frame that has the
// focus.

/** Presses a key once, with its modifiers held round it. */
export async function pressCombination(page: Page, { modifiers, key }: Combination): Promise<void> {
  const held: Modifier[] = [];
  for (const modifier of modifiers) {
    held.push(modifier);
    await sendKey(page, 'rawKeyDown', keys.get(modifier) ?? key, held);
  }
  // With Control, Alt or Meta held a key is a command and types nothing.
  const types = key.text !== '' && !modifiers.some((modifier) => modifier !== 'Shift');
  await sendKey(page, types ? 'keyDown' : 'rawKeyDown', types ? key : { ...key, text: '' }, held);
  await sendKey(page, 'keyUp', { ...key, text: '' }, held);
  for (const modifier of [...modifiers].reverse()) {
    held.pop();
    await sendKey(page, 'keyUp', keys.get(modifier) ?? key, held);
  }
}

async function sendKey(
  page: Page,
  type: 'keyDown' | 'rawKeyDown' | 'keyUp',
  key: Key,
  held: readonly Modifier[],
): Promise<void> {
  const text = key.text === '' ? {} : { text: key.text, unmodifiedText: key.text };
  const own = Object.hasOwn(modifierBits, key.key) ? { location: key.location } : {};
  await page.send('Input.dispatchKeyEvent', {
    type,
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    nativeVirtualKeyCode: key.keyCode,
    modifiers: modifierMask(key.shifted ? [...held, 'Shift'] : held),
    ...own,
    ...text,
  });
}

export const backspace: Combination = { modifiers: [], key: keyNamed('Backspace') };
export const arrowDown: Combination = { modifiers: [], key: keyNamed('ArrowDown') };
/** With everything selected, the caret goes to the end of it. */
export const toTheEnd: Combination = { modifiers: [], key: keyNamed('ArrowRight') };

/** Select all, as the browser's own platform has it. */
export function selectAll(): Combination {
  return { modifiers: [commandKey()], key: keyNamed('a') };
}

function keyNamed(name: string): Key {
  const key = findKey(name);
  if (key === undefined) throw new Error(`no key ${name}`);
  return key;
}

/**
 * Types a text key by key. What the keyboard lacks comes as text alone, each as a person sees it: a letter
 * with its accents, an emoji with all its parts. Line breaks are Enter.
 */
export async function typeText(page: Page, text: string, signal: AbortSignal): Promise<void> {
  for (const { segment } of new Intl.Segmenter().segment(text.replace(/\r\n?/g, '\n'))) {
    stopIfCancelled(signal);
    const key = findKey(segment === '\n' ? 'Enter' : segment === '\t' ? 'Tab' : segment);
    if (key === undefined || segment.length > 1) await insertText(page, segment);
    else await pressCombination(page, { modifiers: [], key });
  }
}

/** Puts a whole text in at the caret, in one go, as an input method would. */
export async function insertText(page: Page, text: string): Promise<void> {
  await page.send('Input.insertText', { text });
}
