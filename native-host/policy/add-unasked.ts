import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { parsePolicyText } from './policy-file.ts';

/**
 * Puts an approval for good into the person's policy.yaml: one tool on one exact origin. Comments and everything else stay as they
 * are; what would not be valid afterwards is not written, and a second time changes nothing.
 */
export function addUnasked(
  path: string,
  entry: { readonly tool: string; readonly site: string },
): Result<null> {
  const before = textOf(path);
  const document = parseDocument(before === '' ? 'version: 1\n' : before, { version: '1.2' });
  const known = parsePolicyText(before === '' ? 'version: 1\n' : before, path);
  if (!known.ok || document.errors.length > 0)
    return failed(unwritten('the file is not valid as it is', path));
  const there = (known.unasked ?? []).some(
    ({ tool, site }) => tool === entry.tool && site.key === entry.site.toLowerCase(),
  );
  if (there) return ok(null);
  if (!document.has('unasked')) document.set('unasked', document.createNode([]));
  document.addIn(['unasked'], document.createNode({ tool: entry.tool, site: entry.site }));
  const text = document.toString({ lineWidth: 0 });
  const after = parsePolicyText(text, path);
  if (!after.ok) return failed(unwritten(after.problems[0]?.message ?? 'it would not be valid', path));
  try {
    writeFileDurably(path, text, 0o600);
  } catch (error) {
    return failed(unwritten(error instanceof Error ? error.message : String(error), path));
  }
  return ok(null);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function unwritten(why: string, path: string) {
  return fault(
    'internal',
    `The rule was not written: ${why}. The question is still open.`,
    `Approve it once, or mend ${path}.`,
  );
}
