import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { TargetQuery } from '../../../shared/tools/define-tool.ts';
import { extensionTools } from '../../../shared/tools/index.ts';
import type { BrowserBehaviour, BrowserCall, BrowserResult } from '../browser-tools/browser-behaviour.ts';
import { browserBehaviours } from '../browser-tools/index.ts';
import type { CallContext, Page, ResolvedTarget } from '../page.ts';
import { pageBehaviours } from '../tools/index.ts';

// Declaration and behaviour of each tool joined into one value whose arguments are parsed on the way in, so
// that the executor handles all tools alike.

/** A call whose arguments have been parsed. */
export type Runnable = {
  readonly queries: readonly TargetQuery[];
  readonly run: (call: BrowserCall) => Promise<BrowserResult<Record<string, unknown>>>;
};

export type ToolEntry = {
  readonly acts: boolean;
  readonly page: 'current' | 'optional' | 'none';
  /** Raises `bad-arguments`. */
  readonly parse: (args: unknown) => Runnable;
};

type Declared<Args> = {
  readonly name: string;
  readonly acts: boolean;
  readonly page: 'current' | 'optional' | 'none';
  readonly input: z.ZodType<Args>;
  readonly targetsOf: (args: Args) => readonly TargetQuery[];
};

function ofBrowser<Args, Result extends Record<string, unknown>>(
  tool: Declared<Args>,
  behaviour: BrowserBehaviour<Args, Result>,
): ToolEntry {
  return {
    acts: tool.acts,
    page: tool.page,
    parse(raw) {
      const parsed = tool.input.safeParse(raw);
      if (!parsed.success) return raiseArguments(tool.name, parsed.error);
      return { queries: tool.targetsOf(parsed.data), run: (call) => behaviour(call, parsed.data) };
    },
  };
}

function ofPage<Args, Result extends Record<string, unknown>>(
  tool: Declared<Args>,
  behaviour: (
    page: Page,
    args: Args,
    targets: readonly ResolvedTarget[],
    context: CallContext,
  ) => Promise<{ readonly result: Result; readonly verified: boolean }>,
): ToolEntry {
  return ofBrowser<Args, Result>(tool, async (call, args) => {
    if (call.page === null) return raise('no-page', 'There is no page.', 'Navigate to a URL first.');
    const { result, verified } = await behaviour(call.page, args, call.targets, call);
    return { result, verified, tabId: call.page.tabId };
  });
}

function raiseArguments(tool: string, error: z.ZodError): never {
  return raise(
    'bad-arguments',
    `Arguments of ${tool}: ${z.prettifyError(error)}`,
    'See the schema of the tool.',
  );
}

/** Every tool that runs in the extension, by name. */
export const toolEntries: ReadonlyMap<string, ToolEntry> = new Map([
  ['navigate', ofBrowser(extensionTools.navigate, browserBehaviours.navigate)],
  ['list_pages', ofBrowser(extensionTools.list_pages, browserBehaviours.list_pages)],
  ['select_page', ofBrowser(extensionTools.select_page, browserBehaviours.select_page)],
  ['new_page', ofBrowser(extensionTools.new_page, browserBehaviours.new_page)],
  ['close_page', ofBrowser(extensionTools.close_page, browserBehaviours.close_page)],
  ['handle_dialog', ofBrowser(extensionTools.handle_dialog, browserBehaviours.handle_dialog)],
  ['download', ofBrowser(extensionTools.download, browserBehaviours.download)],
  ['upload_file', ofBrowser(extensionTools.upload_file, browserBehaviours.upload_file)],
  ['page_tools', ofBrowser(extensionTools.page_tools, browserBehaviours.page_tools)],
  ['call_page_tool', ofBrowser(extensionTools.call_page_tool, browserBehaviours.call_page_tool)],
  ['read_clipboard', ofBrowser(extensionTools.read_clipboard, browserBehaviours.read_clipboard)],
  ['write_clipboard', ofBrowser(extensionTools.write_clipboard, browserBehaviours.write_clipboard)],
  ['wait', ofPage(extensionTools.wait, pageBehaviours.wait)],
  ['click', ofPage(extensionTools.click, pageBehaviours.click)],
  ['fill', ofPage(extensionTools.fill, pageBehaviours.fill)],
  ['press_key', ofPage(extensionTools.press_key, pageBehaviours.press_key)],
  ['hover', ofPage(extensionTools.hover, pageBehaviours.hover)],
  ['screenshot', ofPage(extensionTools.screenshot, pageBehaviours.screenshot)],
  ['extract_table', ofPage(extensionTools.extract_table, pageBehaviours.extract_table)],
  ['get_text', ofPage(extensionTools.get_text, pageBehaviours.get_text)],
  ['get_elements', ofPage(extensionTools.get_elements, pageBehaviours.get_elements)],
  ['evaluate_script', ofPage(extensionTools.evaluate_script, pageBehaviours.evaluate_script)],
  ['graphql', ofPage(extensionTools.graphql, pageBehaviours.graphql)],
  ['snapshot', ofPage(extensionTools.snapshot, pageBehaviours.snapshot)],
  ['drag', ofPage(extensionTools.drag, pageBehaviours.drag)],
  ['scroll', ofPage(extensionTools.scroll, pageBehaviours.scroll)],
  ['select_option', ofPage(extensionTools.select_option, pageBehaviours.select_option)],
  ['clear', ofPage(extensionTools.clear, pageBehaviours.clear)],
]);
