import { type Document, isCollection, isSeq, parseDocument } from 'yaml';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { TemplateEdit } from '../../shared/protocol/studio-messages.ts';

/** Wide enough that no selector is folded over two lines. */
const lineWidth = 120;

/** The text with the changes made in it; comments and the order of everything else stay. JSON stays JSON. */
export function editTemplateText(text: string, edits: readonly TemplateEdit[]): Result<string> {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) {
    return failed(fault('bad-arguments', 'The text is not readable as YAML.', 'Mend it as text first.'));
  }
  for (const edit of edits) {
    if (!apply(document, edit)) {
      const where = edit.path.join('.');
      return failed(
        fault('bad-arguments', `There is nothing to change at "${where}".`, 'Read the template again.'),
      );
    }
  }
  if (text.trimStart().startsWith('{')) return ok(`${JSON.stringify(document.toJS(), null, 2)}\n`);
  return ok(document.toString({ lineWidth, flowCollectionPadding: true }));
}

// False: the path leads nowhere in this text.
function apply(document: Document, edit: TemplateEdit): boolean {
  if (edit.op === 'set') return set(document, edit.path, edit.value);
  if (edit.op === 'remove') {
    if (!document.hasIn(edit.path)) return false;
    document.deleteIn(edit.path);
    return true;
  }
  const list: unknown = document.getIn(edit.path, true);
  if (edit.op === 'insert') {
    if (list === undefined && edit.index === 0) return set(document, edit.path, [edit.value]);
    if (!isSeq(list)) return false;
    // A list written as `[]` would keep its form, and all that comes into it would stand on one line.
    if (list.items.length === 0) list.flow = false;
    list.items.splice(edit.index, 0, document.createNode(edit.value));
    return true;
  }
  if (!isSeq(list) || edit.from >= list.items.length || edit.to >= list.items.length) return false;
  list.items.splice(edit.to, 0, ...list.items.splice(edit.from, 1));
  return true;
}

function set(document: Document, path: TemplateEdit['path'], value: unknown): boolean {
  if (path.length === 0 || document.contents === null) {
    if (path.length > 0) return false;
    document.contents = document.createNode(value);
    return true;
  }
  // A parent that is a plain value cannot take a member; one that is missing is made.
  for (let length = path.length - 1; length > 0; length -= 1) {
    const parent: unknown = document.getIn(path.slice(0, length), true);
    if (parent === undefined) continue;
    if (!isCollection(parent)) return false;
    break;
  }
  document.setIn(path, document.createNode(value));
  return true;
}
