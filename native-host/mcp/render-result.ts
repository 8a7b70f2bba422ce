import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Fault } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { fitResult } from './fit-result.ts';
import { leanResult, ownFields, type ToolResult } from './lean-result.ts';
import type { ResultStore, StoredResult } from './result-store.ts';
import { tableText } from './table-text.ts';
import { toldInContent } from './tool-list.ts';

// What a model reads of a call, in as few words as say it. Everything in it that a page said is data of the page.

type Content = CallToolResult['content'];

/** Names under `_meta`: for programs, no client shows them to its model. */
const metaName = 'com.localagent/';

/** A successful call as MCP tells it. */
export function renderResult(
  tool: string,
  result: ToolResult,
  receipt: Receipt,
  store: ResultStore,
): CallToolResult {
  const lean = leanResult(result);
  // A picture is no text that could be cut.
  const { result: fitted, whole } =
    tool === 'screenshot' ? { result: lean, whole: null } : fitResult(tool, lean, store);
  return {
    content: [...contentOf(tool, fitted), ...(whole === null ? [] : [linkTo(whole)])],
    ...(toldInContent.has(tool) ? {} : { structuredContent: fitted }),
    _meta: { [`${metaName}receipt`]: receiptMeta(receipt) },
  };
}

/** A call that failed or was refused: what happened, and what to do next. */
export function renderFault(fault: Fault, receipt: Receipt | null): CallToolResult {
  const { code, message, hint, detail } = fault;
  const data = detail === undefined ? [] : [JSON.stringify(detail)];
  return {
    content: text([`${code}: ${message}`, hint, ...data].filter((line) => line !== '').join('\n')),
    isError: true,
    _meta: {
      [`${metaName}fault`]: fault,
      ...(receipt === null ? {} : { [`${metaName}receipt`]: receiptMeta(receipt) }),
    },
  };
}

function linkTo({ uri, name, json }: StoredResult): Content[number] {
  const description = `Only the head is told here; the whole is ${json.length} characters of JSON.`;
  return { type: 'resource_link', uri, name, description, mimeType: 'application/json' };
}

function receiptMeta({ call_id, domain, evidence }: Receipt): Record<string, unknown> {
  return { call_id, domain, evidence };
}

function contentOf(tool: string, lean: ToolResult): Content {
  const place = placeLine(lean);
  if (tool === 'screenshot') return screenshotContent(lean, place);
  if (tool === 'snapshot') return text(`${place}\n${String(lean['outline'])}`);
  if (tool === 'get_text') return text(`${place}${textNote(lean)}\n${String(lean['text'])}`);
  if (tool === 'extract_table') return text(`${place}\n${tableText(lean)}`);
  if (tool === 'evaluate_script') return text(JSON.stringify(lean['value'] ?? null));
  if (tool === 'list_pages') return text(pageLines(lean['pages']));
  const { truncated: _link, ...own } = ownFields(lean);
  return text([...ownLines(own), ...causedLines(lean), ...outcomeLine(lean), place].join('\n'));
}

function text(words: string): Content {
  return [{ type: 'text', text: words }];
}

/** `t3 https://example.com/ "Example"`. */
function placeLine(lean: ToolResult): string {
  const { page, url, title } = lean;
  return [page, url, title === undefined ? undefined : JSON.stringify(title)]
    .filter((part) => part !== undefined)
    .join(' ');
}

function textNote(lean: ToolResult): string {
  const { part, parts } = lean;
  return Number(parts ?? 1) > 1 ? ` (part ${String(part)} of ${String(parts)})` : '';
}

function screenshotContent(lean: ToolResult, place: string): Content {
  const { image, mime, width, height, masked } = lean;
  const hidden = Number(masked ?? 0) > 0 ? `, ${String(masked)} secret fields painted over` : '';
  return [
    { type: 'image', data: String(image), mimeType: String(mime) },
    { type: 'text', text: `${place}: ${String(width)}×${String(height)}${hidden}` },
  ];
}

function pageLines(pages: unknown): string {
  if (!Array.isArray(pages) || pages.length === 0) return 'No page is open.';
  return pages
    .map((page: Readonly<Record<string, unknown>>) => {
      const marks = [
        page['active'] === true ? 'shown' : '',
        page['owned'] === true ? '' : "the person's own",
      ];
      const told = marks.filter((mark) => mark !== '').join(', ');
      return `${placeLine(page)}${told === '' ? '' : ` (${told})`}`;
    })
    .join('\n');
}

/** `delivered: true` and the like; what is empty is left out. */
function ownLines(own: ToolResult): readonly string[] {
  return Object.entries(own)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

function causedLines({ navigated, opened, dialog, download, rematched }: ToolResult): readonly string[] {
  return [
    ...(navigated === true ? ['navigated: true'] : []),
    ...(Array.isArray(opened) ? opened.map((page: ToolResult) => `opened: ${placeLine(page)}`) : []),
    ...(dialog === undefined ? [] : [`dialog: ${JSON.stringify(dialog)} (answer it with handle_dialog)`]),
    ...(download === undefined ? [] : [`download: ${JSON.stringify(download)}`]),
    ...(Array.isArray(rematched)
      ? [`rematched: ${rematched.join(', ')} (drawn anew since you saw it; taken for the same)`]
      : []),
  ];
}

// An act that ran and did nothing that could be seen is not a success yet; the model should look.
function outcomeLine({ effects, ...lean }: ToolResult): readonly string[] {
  const still = Array.isArray(effects) && effects.length === 0 && causedLines(lean).length === 0;
  return still ? ['Nothing was seen to change.'] : [];
}
