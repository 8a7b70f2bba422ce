import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { WrittenTemplate } from '../../shared/template.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { editTemplateText } from './edit-template-text.ts';
import { plainValue } from './template-value.ts';

/** A draft as the studio gives it. `file` and `known`: what it was read from, and the hash of what stood there. */
export type Draft = { readonly text: string; readonly file: string | null; readonly known: string | null };
export type Saved = { readonly file: string; readonly hash: string; readonly text: string };

const fileMode = 0o600;
const folderMode = 0o700;
const Identity = z.looseObject({ id: WrittenTemplate.shape.id, version: WrittenTemplate.shape.version });

/** SHA-256 of a template's text, in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Writes a draft into a folder. A changed text is a draft whatever it says of its review, since nobody has read it. The file is the one
 * it was read from; a new id or version gets a file of its own, so that the older stays to go back to.
 */
export function saveDraft(folder: string, draft: Draft): Result<Saved> {
  const asDraft = withoutReview(draft.text);
  if (!asDraft.ok) return asDraft;
  const text = asDraft.value;
  const identity = Identity.safeParse(plainValue(text));
  if (!identity.success) {
    const hint = 'Give it an id such as read-orders and a version such as 1.0.0: they name its file.';
    return failed(fault('bad-arguments', 'The template has no proper id and version yet.', hint));
  }
  const { id, version } = identity.data;
  const place = fileFor(folder, draft, { id, version });
  if (!place.ok) return place;
  const path = join(folder, place.value);
  if (existsSync(path) && !lstatSync(path).isFile()) {
    return failed(fault('bad-arguments', `${path} is no ordinary file.`, 'Move it away, or use another id.'));
  }
  mkdirSync(folder, { recursive: true, mode: folderMode });
  writeFileDurably(path, text, fileMode);
  return ok({ file: place.value, hash: textHash(text), text });
}

function fileFor(
  folder: string,
  { file, known }: Draft,
  { id, version }: { readonly id: string; readonly version: string },
): Result<string> {
  const before = file === null ? null : textIn(folder, file);
  if (file !== null && before !== null) {
    const was = Identity.safeParse(plainValue(before));
    const same = !was.success || (was.data.id === id && was.data.version === version);
    if (same && textHash(before) === known) return ok(file);
    if (same) return failed(changedMeanwhile(join(folder, file)));
  }
  const names = [`${id}.yaml`, `${id}@${version}.yaml`];
  const free = names.find((name) => textIn(folder, name) === null);
  if (free !== undefined) return ok(free);
  return failed(
    fault(
      'bad-arguments',
      `There is a template "${id}" of version ${version} already.`,
      'Give this one another version or another id, or open that one and change it.',
      { file: join(folder, names[1] ?? '') },
    ),
  );
}

function changedMeanwhile(path: string) {
  return fault(
    'bad-arguments',
    `${path} was changed since you opened it, so nothing was written.`,
    'Open it again to see what changed, or give yours another version and save it beside.',
  );
}

function withoutReview(text: string): Result<string> {
  const value = plainValue(text);
  const review: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'review') : null;
  const state: unknown = typeof review === 'object' && review !== null ? Reflect.get(review, 'state') : null;
  if (state !== 'reviewed') return ok(text);
  return editTemplateText(text, [{ op: 'set', path: ['review'], value: { state: 'draft' } }]);
}

/** The text of a file of the folder; null when there is none. */
export function textIn(folder: string, file: string): string | null {
  const path = join(folder, file);
  if (!['.yaml', '.yml', '.json'].includes(extname(file)) || !existsSync(path)) return null;
  return readFileSync(path, 'utf8');
}
