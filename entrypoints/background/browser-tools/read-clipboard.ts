import type { z } from 'zod';
import type { readClipboard as declaration } from '../../../shared/tools/read-clipboard.ts';
import { askClipboard } from './ask-clipboard.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

const charactersMax = 100_000;

export const readClipboard: BrowserBehaviour<Args, Result> = async ({ deadline }) => {
  const { text } = await askClipboard({ clipboard: 'read' }, deadline);
  const result = { text: text.slice(0, charactersMax), characters: text.length };
  return { result, verified: true, tabId: null };
};
