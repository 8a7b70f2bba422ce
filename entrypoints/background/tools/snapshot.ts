import type { EngineAnswer } from '../../../shared/engine-methods.ts';
import { attempt } from '../../../shared/faults.ts';
import type { snapshot as declaration } from '../../../shared/tools/snapshot.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef, prefixOf } from './ask-engine.ts';
import { childrenOf, frameMs, pickChild } from './child-frames.ts';
import { resolveTarget } from './resolve-targets.ts';

const charactersPerToken = 4;
const framesDeepMax = 10;

type Look = {
  readonly page: Page;
  readonly context: CallContext;
  readonly viewport_only: boolean;
  readonly changed: 'auto' | 'yes' | 'no';
  readonly find: string | null;
  /** For every frame alike: what is left of a frame's outline is cut when all are joined. */
  readonly characters: number;
};

/** A frame's outline with those of its child frames under their own lines. */
type Outline = {
  readonly lines: readonly { readonly depth: number; readonly text: string }[];
  readonly gone: readonly string[];
  readonly rest: readonly string[];
  readonly changed: boolean;
};

export const snapshot: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const { selector, viewport_only, max_tokens, part } = args;
  const scope = selector === undefined ? null : await scopeOf(page, selector, context);
  const partCharacters = max_tokens * charactersPerToken;
  const changed = args.changed === undefined ? (part > 1 ? 'no' : 'auto') : args.changed ? 'yes' : 'no';
  const find = args.find ?? null;
  const look: Look = { page, context, viewport_only, changed, find, characters: partCharacters * part };
  const frameId = scope === null ? 0 : frameOfRef(scope);
  const outline = await outlineFrame(look, frameId, scope === null ? null : numberOfRef(scope), 0);
  const { lines, next } = partOf(outline.lines, part, partCharacters);
  const complete = next === 0 && outline.rest.length === 0;
  const words = [
    ...lines.map(({ depth, text }) => `${' '.repeat(depth)}${text}`),
    ...goneWords(outline),
    ...closingWords(outline, { complete, more: next, part, find, empty: lines.length === 0 }),
  ];
  const text = words.join('\n');
  const tokens = tokensOf(text);
  return { result: { outline: text, changed: outline.changed, complete, tokens }, verified: true };
};

async function scopeOf(page: Page, selector: string, context: CallContext): Promise<string> {
  const query = { selector, readiness: 'attached' } as const;
  return (await resolveTarget(page, query, context.deadline, context.signal)).description.ref;
}

async function outlineFrame(
  look: Look,
  frameId: number,
  ref: number | null,
  depth: number,
): Promise<Outline> {
  const { page, context } = look;
  const answer = await askEngine(
    page,
    frameId,
    'snapshot',
    {
      ref,
      prefix: prefixOf(frameId),
      characters_max: look.characters,
      viewport_only: look.viewport_only,
      changed: look.changed,
      find: look.find,
      reader: context.caller,
    },
    context.deadline,
  );
  return answer.lines.some(({ frame }) => frame !== null) ? withFrames(look, frameId, answer, depth) : answer;
}

/** Puts the outlines of child frames under their elements' lines; all frames are asked at once. */
async function withFrames(
  look: Look,
  frameId: number,
  answer: EngineAnswer<'snapshot'>,
  depth: number,
): Promise<Outline> {
  const children = await childrenOf(look.page, frameId, look.context.deadline);
  const inner = await Promise.all(
    answer.lines.map((line) =>
      line.frame === null ? null : outlineChild(look, line.frame, children, depth),
    ),
  );
  const lines: { depth: number; text: string }[] = [];
  for (const [at, line] of answer.lines.entries()) {
    const within = inner[at] ?? null;
    // With a filter, a frame's line says something only if something in the frame does.
    const filtered = look.find !== null || answer.changed;
    if (within !== null && filtered && within.lines.length === 0 && !holds(line.text, look.find)) continue;
    lines.push({ depth: line.depth, text: line.text });
    for (const below of within?.lines ?? [])
      lines.push({ depth: line.depth + 1 + below.depth, text: below.text });
  }
  const outlines = inner.filter((outline) => outline !== null);
  return {
    lines,
    gone: [...answer.gone, ...outlines.flatMap(({ gone }) => gone)],
    rest: [...answer.rest, ...outlines.flatMap(({ rest }) => rest)],
    changed: answer.changed,
  };
}

function holds(text: string, find: string | null): boolean {
  return find !== null && text.toLowerCase().includes(find.toLowerCase());
}

async function outlineChild(
  look: Look,
  source: { readonly index: number; readonly src: string },
  children: Parameters<typeof pickChild>[0],
  depth: number,
): Promise<Outline> {
  const child = pickChild(children, source);
  if (child === null) return note('frame without a document');
  if (depth >= framesDeepMax) return note('frame nested too deep');
  const deadline = Math.min(look.context.deadline, Date.now() + frameMs);
  const patient = { ...look, context: { ...look.context, deadline } };
  const inner = await attempt(() => outlineFrame(patient, child.id, null, depth + 1));
  return inner.ok ? inner.value : note('frame could not be read');
}

function note(words: string): Outline {
  return { lines: [{ depth: 0, text: `(${words})` }], gone: [], rest: [], changed: false };
}

/** The lines of a part: each part ends before the line that would be too much for it. `next` is what follows. */
function partOf(
  lines: Outline['lines'],
  part: number,
  characters: number,
): { readonly lines: Outline['lines']; readonly next: number } {
  const parts: number[] = [];
  let number = 1;
  let used = 0;
  for (const { depth, text } of lines) {
    const length = depth + text.length + 1;
    if (used > 0 && used + length > characters) {
      number += 1;
      used = 0;
    }
    used += length;
    parts.push(number);
  }
  const chosen = lines.filter((_line, at) => parts[at] === part);
  return { lines: chosen, next: parts.filter((other) => other > part).length };
}

function goneWords({ gone }: Outline): readonly string[] {
  return gone.map((line) => `gone: ${line}`);
}

type Closing = {
  readonly complete: boolean;
  readonly more: number;
  readonly part: number;
  readonly find: string | null;
  readonly empty: boolean;
};

/** What a reader must know about the outline itself, and how to get what is not in it. */
function closingWords(outline: Outline, closing: Closing): readonly string[] {
  const { complete, more, part, find, empty } = closing;
  const words: string[] = [];
  if (outline.changed) {
    const nothing = empty && outline.gone.length === 0;
    words.push(
      nothing
        ? '(nothing changed since your last snapshot; changed: false gives all)'
        : '(only what changed since your last snapshot; changed: false gives all)',
    );
  } else if (empty && find !== null) words.push('(no line holds this text)');
  else if (empty) words.push(part > 1 ? '(there is no such part)' : '(nothing is shown here)');
  if (complete) return words;
  const rest = outline.rest.length > 0 ? outline.rest.join(', ') : `${more} lines`;
  words.push(`(cut here; left out: ${rest}. part: ${part + 1} goes on; or use selector, find, max_tokens)`);
  return words;
}

/** An estimate: four letters of an alphabet, or one character of another script, are about a token. */
function tokensOf(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2e7f) others++;
  return Math.ceil((text.length - others) / charactersPerToken) + others;
}
