import type { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { handleDialog as declaration } from '../../../shared/tools/handle-dialog.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const handleDialog: BrowserBehaviour<Args, Result> = async ({ page }, args) => {
  if (page === null) raise('no-page', 'There is no page.', 'List the pages and choose one.');
  const dialog = page.dialog();
  if (dialog === null) raise('not-found', 'The page has no open dialog.', 'Go on without answering one.');
  await page.answerDialog(args.accept, args.prompt_text);
  const result = { kind: dialog.kind, message: dialog.message, accepted: args.accept };
  return { result, verified: true, tabId: page.tabId };
};
