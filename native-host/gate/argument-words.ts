import { callPageTool } from '../../shared/tools/call-page-tool.ts';
import { uploadFile } from '../../shared/tools/upload-file.ts';

// What a person must know of a call's arguments to judge it, besides the element that it is about.

type Args = Readonly<Record<string, unknown>>;

const nameCharactersMax = 120;
const namesMax = 3;
const argumentCharactersMax = 200;

/** `"report.pdf" with` for uploads, `the page's tool "order" with {"q":2}` for tools of the page; empty for all others. */
export function argumentWords(tool: string, args: Args): string {
  if (tool === uploadFile.name) return uploadWords(args);
  const called = pageToolOf(tool, args);
  if (called === null) return '';
  const given = JSON.stringify(args['args'] ?? {});
  const shown = given.length > argumentCharactersMax ? `${given.slice(0, argumentCharactersMax)}…` : given;
  return `the page's tool "${called.name}" with ${shown}`;
}

/** The tool of the page that is called, as the policy sees it. */
export function pageToolOf(
  tool: string,
  args: Args,
): { readonly role: 'tool'; readonly name: string } | null {
  const { name } = args;
  return tool === callPageTool.name && typeof name === 'string' ? { role: 'tool', name } : null;
}

function uploadWords(args: Args): string {
  const files = uploadFile.input.shape.files.safeParse(args['files']);
  if (!files.success) return '';
  const names = files.data.map(({ path, name }) => `"${(path ?? name ?? '').slice(-nameCharactersMax)}"`);
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : '';
  return `${names.slice(0, namesMax).join(', ')}${more} with `;
}
