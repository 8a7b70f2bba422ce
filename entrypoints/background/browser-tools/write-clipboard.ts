import type { z } from 'zod';
import type { writeClipboard as declaration } from '../../../shared/tools/write-clipboard.ts';
import { askClipboard } from './ask-clipboard.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const writeClipboard: BrowserBehaviour<Args, Result> = async ({ deadline }, { text }) => {
  const held = await askClipboard({ clipboard: 'write', text }, deadline);
  // Clipboards of some systems have line ends of their own.
  const plain = (lines: string) => lines.replace(/\r\n?/g, '\n');
  const matches = plain(held.text) === plain(text);
  return { result: { characters: text.length, matches }, verified: matches, tabId: null };
};
