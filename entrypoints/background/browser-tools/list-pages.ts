import type { z } from 'zod';
import type { listPages as declaration } from '../../../shared/tools/list-pages.ts';
import type { BrowserBehaviour } from './browser-behaviour.ts';

type Args = z.output<typeof declaration.input>;
type Result = z.output<typeof declaration.output>;

export const listPages: BrowserBehaviour<Args, Result> = async ({ driver }) => {
  const pages = [...driver.pages.list()];
  return { result: { pages, count: pages.length }, verified: true, tabId: null };
};
