import { callPageTool } from './call-page-tool.ts';
import { closePage } from './close-page.ts';
import { download } from './download.ts';
import { handleDialog } from './handle-dialog.ts';
import { listPages } from './list-pages.ts';
import { navigate } from './navigate.ts';
import { newPage } from './new-page.ts';
import { pageTools } from './page-tools.ts';
import { readClipboard } from './read-clipboard.ts';
import { selectPage } from './select-page.ts';
import { uploadFile } from './upload-file.ts';
import { writeClipboard } from './write-clipboard.ts';

/** What the tools of the browser itself do, by name. */
export const browserBehaviours = {
  navigate,
  list_pages: listPages,
  select_page: selectPage,
  new_page: newPage,
  close_page: closePage,
  handle_dialog: handleDialog,
  download,
  upload_file: uploadFile,
  page_tools: pageTools,
  call_page_tool: callPageTool,
  read_clipboard: readClipboard,
  write_clipboard: writeClipboard,
} as const;
