import { callPageTool } from './call-page-tool.ts';
import { clear } from './clear.ts';
import { click } from './click.ts';
import { closePage } from './close-page.ts';
import type { ToolDeclaration } from './define-tool.ts';
import { download } from './download.ts';
import { drag } from './drag.ts';
import { evaluateScript } from './evaluate-script.ts';
import { executeCode } from './execute-code.ts';
import { extractTable } from './extract-table.ts';
import { fill } from './fill.ts';
import { findFiled } from './find-filed.ts';
import { getElements } from './get-elements.ts';
import { getText } from './get-text.ts';
import { graphql } from './graphql.ts';
import { handleDialog } from './handle-dialog.ts';
import { hover } from './hover.ts';
import { listPages } from './list-pages.ts';
import { login } from './login.ts';
import { navigate } from './navigate.ts';
import { newPage } from './new-page.ts';
import { pageTools } from './page-tools.ts';
import { pressKey } from './press-key.ts';
import { readClipboard } from './read-clipboard.ts';
import { saveFile } from './save-file.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { select } from './select.ts';
import { selectOption } from './select-option.ts';
import { selectPage } from './select-page.ts';
import { snapshot } from './snapshot.ts';
import { submit } from './submit.ts';
import { uploadArtifact } from './upload-artifact.ts';
import { uploadFile } from './upload-file.ts';
import { validateCode } from './validate-code.ts';
import { wait } from './wait.ts';
import { writeClipboard } from './write-clipboard.ts';

export const extensionTools = {
  navigate,
  list_pages: listPages,
  select_page: selectPage,
  wait,
  click,
  fill,
  press_key: pressKey,
  hover,
  handle_dialog: handleDialog,
  screenshot,
  extract_table: extractTable,
  get_text: getText,
  get_elements: getElements,
  evaluate_script: evaluateScript,
  snapshot,
  new_page: newPage,
  close_page: closePage,
  download,
  drag,
  scroll,
  select_option: selectOption,
  clear,
  upload_file: uploadFile,
  page_tools: pageTools,
  call_page_tool: callPageTool,
  read_clipboard: readClipboard,
  write_clipboard: writeClipboard,
  graphql,
} as const;

export const hostTools = {
  save_file: saveFile,
  find_filed: findFiled,
  upload_artifact: uploadArtifact,
} as const;
/** Tools that make other calls; each of those goes through the gate. */
export const codeTools = { validate_code: validateCode, execute_code: executeCode } as const;
export const patternTools = { login, search, select, submit } as const;

export type ExtensionToolName = keyof typeof extensionTools;
export type HostToolName = keyof typeof hostTools;
export type PatternToolName = keyof typeof patternTools;

/** Every tool by name, as the gate, the command line and MCP clients see them. */
export const tools: ReadonlyMap<string, ToolDeclaration> = new Map(
  [
    ...Object.values(extensionTools),
    ...Object.values(hostTools),
    ...Object.values(codeTools),
    ...Object.values(patternTools),
    // Each declaration's functions take its own arguments; the gate calls them only with what `input` parsed.
  ].map((tool) => [tool.name, tool as unknown as ToolDeclaration]),
);
