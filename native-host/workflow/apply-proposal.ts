import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Repair, RepairPreparation } from '../../shared/fingerprint.ts';
import type { RepairProposal } from '../../shared/repair-proposal.ts';

/** Choices that one place may have. */
const choicesMax = 8;

type Path = readonly (string | number)[];

/**
 * The text of a template with a proposal in it, as a new version that is a draft: the new selectors are tried first, the old ones
 * stay as further choices, and what had to be opened becomes steps of its own. Comments stay.
 */
export function applyProposal(
  text: string,
  proposal: RepairProposal,
): Result<{ readonly text: string; readonly id: string; readonly version: string }> {
  const document = parseDocument(text, { prettyErrors: false });
  const { id, version } = proposal.template;
  if (document.errors.length > 0 || !isMap(document.contents)) return no('The file is no template.');
  const has = `${String(document.get('id'))} ${String(document.get('version'))}`;
  if (has !== `${id} ${version}`) return no(`The proposal is for ${id} ${version}, and the file is ${has}.`);
  const step = pathOf(document, proposal.step_id);
  if (step === null) {
    return no(`The file has no step "${proposal.step_id}": it may come from a template that this one uses.`);
  }
  const [{ before = [] } = {}] = proposal.repairs;
  if (before.length === 0 && proposal.repairs.every(({ was, now }) => was === now))
    return no(
      'The proposal tells of something that no change of the file can hold; it is for a person to read.',
    );
  for (const repair of proposal.repairs) {
    const problem = putSelector(document, step, repair);
    if (problem !== null) return no(problem);
  }
  putBefore(document, step, proposal.step_id, before);
  const next = nextVersion(version);
  document.set('version', next);
  document.set('review', { state: 'draft' });
  const json = text.trimStart().startsWith('{');
  const written = json
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : document.toString({ lineWidth: 120, flowCollectionPadding: true });
  return ok({ text: written, id, version: next });
}

function pathOf(document: Document, id: string): Path | null {
  const found = (at: Path): Path | null => {
    const steps = document.getIn(at);
    if (!isSeq(steps)) return null;
    for (const index of steps.items.keys()) {
      if (document.getIn([...at, index, 'id']) === id) return [...at, index];
      const inner = found([...at, index, 'steps']);
      if (inner !== null) return inner;
    }
    return null;
  };
  return found(['steps']);
}

function putSelector(document: Document, step: Path, { place, was, now }: Repair): string | null {
  if (was === now) return null;
  const parts = place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const at = [...step, 'args', ...parts];
  const held = document.getIn(at);
  const before: unknown = isSeq(held) ? held.toJSON() : held;
  const choices = (Array.isArray(before) ? before : [before]).filter((one) => typeof one === 'string');
  if (choices.length === 0) return `The step has no selector at "${place}".`;
  document.setIn(at, [now, ...choices.filter((one) => one !== now)].slice(0, choicesMax));
  return null;
}

function putBefore(document: Document, step: Path, id: string, before: readonly RepairPreparation[]): void {
  const list = document.getIn(step.slice(0, -1));
  const index = Number(step.at(-1));
  if (!isSeq(list) || before.length === 0) return;
  const condition = document.getIn([...step, 'if']);
  const steps = before.map(({ tool, args, title }, number) => {
    const own = { id: `${id.slice(0, 48)}_before_${number + 1}`, title };
    const buckets = tool === 'navigate' ? ['read'] : ['write'];
    return document.createNode({
      ...own,
      ...(condition === undefined ? {} : { if: condition }),
      tool,
      args,
      buckets,
    });
  });
  list.items.splice(index, 0, ...steps);
}

function nextVersion(version: string): string {
  const [major = 0, minor = 0, patch = 0] = (version.split('-')[0] ?? '').split('.').map(Number);
  return `${major}.${minor}.${patch + 1}`;
}

function no(message: string): Result<never> {
  return failed(fault('bad-arguments', message, 'Name the template file that the run was made with.'));
}
