import type { Bucket } from '../../shared/actions.ts';
import type { PlannedCall } from '../../shared/run.ts';

/** A planned call, and what it is in words for the person who is asked. */
export type PlannedAct = { readonly call: PlannedCall; readonly words: string };

const verbs: Readonly<Record<string, string>> = {
  navigate: 'Open pages',
  new_page: 'Open pages',
  click: 'Click',
  fill: 'Fill in',
  press_key: 'Press a key',
  handle_dialog: 'Answer a question of the page',
  close_page: 'Close the page',
  download: 'Download with',
  upload_file: 'Upload files with',
  page_tools: "List the page's own tools",
  call_page_tool: "Call the page's own tool",
  evaluate_script: 'Run a script in the page',
  save_file: 'File a document',
  find_filed: 'Look for a filed document',
  upload_artifact: 'Store a file for others',
  wait: 'Wait',
  get_text: 'Read text',
  get_elements: 'Look at elements',
  extract_table: 'Read a table',
  snapshot: 'Look at the page',
  screenshot: 'Take a picture',
  list_pages: 'List the open pages',
  hover: 'Point at',
  drag: 'Drag',
  scroll: 'Scroll',
  select_option: 'Choose in',
  clear: 'Empty',
  read_clipboard: 'Read the clipboard',
  write_clipboard: 'Write the clipboard',
  select_page: 'Turn to a page',
};

/** Tools whose words name what they act on; of the others, the page is enough. */
const pointed: ReadonlySet<string> = new Set([
  'click',
  'press_key',
  'download',
  'upload_file',
  'hover',
  'screenshot',
  'drag',
  'select_option',
  'clear',
]);

type Planned = {
  readonly step_id: string;
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource: string;
  /** Arguments of the step, as far as they are known before the run. */
  readonly args: Readonly<Record<string, unknown>>;
};

/**
 * A planned call with its words, made from the call itself: a title is what someone wrote, and may say
 * anything.
 */
export function plannedAct({ args, ...call }: Planned): PlannedAct {
  const verb = verbs[call.tool] ?? `Use ${call.tool}`;
  const target = targetWords(call.tool, args);
  const where = call.resource
    .replace(/^origin:/, 'on ')
    .replace(/^folder:/, 'in ')
    .replace(/^browser$/, '');
  return { call, words: [verb, target, where].filter((part) => part !== '').join(' ') };
}

function targetWords(tool: string, args: Readonly<Record<string, unknown>>): string {
  if (tool === 'fill') return fillWords(args);
  if (tool === 'save_file' || tool === 'call_page_tool')
    return typeof args['name'] === 'string' ? `"${args['name']}"` : '';
  if (tool === 'handle_dialog')
    return args['confirm'] === 'accept' || args['accept'] === true ? 'with yes' : '';
  if (!pointed.has(tool)) return '';
  // In a pattern, what is clicked is the button that sends, or the action that is chosen.
  const selector = args['selector'] ?? args['button'] ?? args['submit'];
  if (selector === undefined && typeof args['action'] === 'string') return `"${args['action']}"`;
  return typeof selector === 'string' ? selectorWords(selector) : '';
}

function fillWords(args: Readonly<Record<string, unknown>>): string {
  const password = args['password'];
  if (typeof password === 'string') return `user name and ${password}`;
  const fields = Array.isArray(args['fields'])
    ? args['fields']
    : Array.isArray(args['filters'])
      ? args['filters']
      : [];
  const selectors = [args, ...fields].flatMap((field: unknown) => {
    if (typeof field !== 'object' || field === null) return [];
    const selector: unknown = Reflect.get(field, 'selector') ?? Reflect.get(field, 'field');
    return typeof selector === 'string' ? [selectorWords(selector)] : [];
  });
  return selectors.join(', ');
}

/** `role=button[name="Save"]` as `button "Save"`; other selectors as they are. */
export function selectorWords(selector: string): string {
  const last = selector.split(' >> ').at(-1) ?? selector;
  const role = /^role=([a-z]+)(?:\[name\*?="((?:[^"\\]|\\.)*)"\])?$/.exec(last);
  if (role !== null) return role[2] === undefined ? (role[1] ?? '') : `${role[1]} "${role[2]}"`;
  const text = /^(label|text|placeholder)="?([^"]*)"?$/.exec(last);
  if (text !== null) return `"${text[2]}"`;
  return selector.slice(0, 120);
}
