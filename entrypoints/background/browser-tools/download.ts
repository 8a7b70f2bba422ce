import type { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { download as declaration } from '../../../shared/tools/download.ts';
import { destination } from '../driver/restricted-target.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';
import { downloadByClick } from './download-by-click.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const download: BrowserBehaviour<Args, Result> = async (call, args) => {
  const { page, driver, deadline, signal } = call;
  if (page === null) raise('no-page', 'There is no page to download from.', 'Navigate to a URL first.');
  const { tabId } = page;
  if (args.url === undefined) {
    return { result: await downloadByClick(call, page, args.selector ?? ''), verified: true, tabId };
  }
  const taken = await driver.downloads.start(destination(args.url, chrome.runtime.id));
  const file = await driver.downloads.finish(taken, deadline, signal);
  return { result: { ...file, sha256: null }, verified: true, tabId };
};
