import { isMap, isSeq, parseDocument } from 'yaml';
import type { StepAdvice } from './optimise.ts';

/** Choices that one place may have. */
const choicesMax = 8;

export type ProposedVersion = {
  readonly text: string;
  readonly version: string;
  /** What was changed, a line each. */
  readonly changes: readonly string[];
};

/** A template with the advice of many runs in it, as a new version that is a draft; null when nothing of it can be put in. */
export function proposeVersion(text: string, advice: readonly StepAdvice[]): ProposedVersion | null {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const changes: string[] = [];
  for (const { step, adopt, prefer, place } of advice) {
    const at = pathOf(document.toJS(), step);
    if (at === null) continue;
    const args: unknown = document.getIn([...at, 'args']);
    const places = isMap(args) ? Object.keys(args.toJSON()) : [];
    for (const name of place === null ? places : [place]) {
      const path = [
        ...at,
        'args',
        ...name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      ];
      const held: unknown = document.getIn(path);
      const before = isSeq(held) ? held.toJSON() : [held];
      const choices: readonly string[] = before.filter((one: unknown) => typeof one === 'string');
      const first =
        (place === null ? null : adopt) ?? (prefer === null || !isSeq(held) ? undefined : choices[prefer]);
      if (first === undefined || choices.length === 0 || choices[0] === first) continue;
      document.setIn(path, [first, ...choices.filter((one) => one !== first)].slice(0, choicesMax));
      changes.push(`${step}.${name}: ${first} is tried first`);
    }
  }
  if (changes.length === 0) return null;
  const version = nextVersion(String(document.get('version')));
  document.set('version', version);
  document.set('review', { state: 'draft' });
  return { text: document.toString({ lineWidth: 120 }), version, changes };
}

type Path = readonly (string | number)[];

function pathOf(template: unknown, id: string, at: Path = ['steps']): Path | null {
  const steps: unknown = Reflect.get(Object(template), 'steps');
  if (!Array.isArray(steps)) return null;
  for (const [index, step] of steps.entries()) {
    if (Reflect.get(Object(step), 'id') === id) return [...at, index];
    const inner = pathOf(step, id, [...at, index, 'steps']);
    if (inner !== null) return inner;
  }
  return null;
}

function nextVersion(version: string): string {
  const [major = 0, minor = 0, patch = 0] = (version.split('-')[0] ?? '').split('.').map(Number);
  return `${major}.${minor}.${patch + 1}`;
}
