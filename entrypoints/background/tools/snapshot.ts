import type { SnapshotLine } from '../../../shared/engine-methods.ts';
import { attempt } from '../../../shared/faults.ts';
import type { snapshot as declaration } from '../../../shared/tools/snapshot.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef, prefixOf } from './ask-engine.ts';
import { childrenOf, frameMs, pickChild } from './child-frames.ts';
import { firstRefOf, noteRef } from './ref-numbers.ts';
import { resolveTarget } from './resolve-targets.ts';

const charactersPerToken = 4;
const framesDeepMax = 10;

export type SnapshotOptions = {
  readonly viewport_only: boolean;
  readonly changed: boolean;
  readonly find: string | null;
};

type Outline = { readonly lines: readonly string[]; readonly nodes: number; readonly left_out: number };

export const snapshot: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const { selector, viewport_only, changed, max_tokens } = args;
  const scope = selector === undefined ? null : await scopeOf(page, selector, context);
  const options: SnapshotOptions = { viewport_only, changed, find: args.find ?? null };
  const characters = max_tokens * charactersPerToken;
  const frameId = scope === null ? 0 : frameOfRef(scope);
  const ref = scope === null ? null : numberOfRef(scope);
  const outline = await outlineFrame(page, frameId, ref, options, characters, context, 0);
  const cut = outline.left_out > 0 ? [`… ${outline.left_out} more lines left out`] : [];
  const text = [...outline.lines, ...cut].join('\n');
  const tokens = Math.ceil(text.length / charactersPerToken);
  return {
    result: { outline: text, nodes: outline.nodes, left_out: outline.left_out, tokens },
    verified: true,
  };
};

async function scopeOf(page: Page, selector: string, context: CallContext): Promise<string> {
  const query = { selector, readiness: 'attached' } as const;
  return (await resolveTarget(page, query, context.deadline, context.signal)).description.ref;
}

/**
 * One frame's outline with those of its child frames under their own lines, in what is left of the size.
 */
async function outlineFrame(
  page: Page,
  frameId: number,
  ref: number | null,
  options: SnapshotOptions,
  characters: number,
  context: CallContext,
  depth: number,
): Promise<Outline> {
  const frames = (await page.frames()).filter(({ parent }) => parent === frameId).length;
  // Frames get at least a quarter, so that a long page does not keep them out.
  const own = frames > 0 && depth < framesDeepMax ? Math.floor(characters * 0.75) : characters;
  const answer = await askEngine(
    page,
    frameId,
    'snapshot',
    {
      ref,
      prefix: prefixOf(frameId),
      refs_from: firstRefOf(page.page, frameId),
      characters_max: own,
      ...options,
    },
    context.deadline,
  );
  noteRef(page.page, frameId, answer.next_ref - 1);
  let left = characters - answer.lines.reduce((sum, line) => sum + line.text.length + line.depth * 2 + 3, 0);
  const children = answer.lines.some(({ frame }) => frame !== null)
    ? await childrenOf(page, frameId, context.deadline)
    : [];
  const lines: string[] = [];
  let { nodes, left_out } = answer;
  for (const line of answer.lines) {
    const inner =
      line.frame === null ? null : await outlineChild(page, line, children, options, left, context, depth);
    // With a filter, a frame's line says something only if something in the frame does.
    const filtered = options.find !== null || options.changed;
    if (inner !== null && filtered && inner.lines.length === 0 && !matchesFind(line, options)) continue;
    lines.push(`${'  '.repeat(line.depth)}- ${line.text}`);
    if (inner === null) continue;
    lines.push(...inner.lines.map((text) => `${'  '.repeat(line.depth + 1)}${text}`));
    left -= inner.lines.reduce((sum, text) => sum + text.length + 1, 0);
    nodes += inner.nodes;
    left_out += inner.left_out;
  }
  return { lines, nodes, left_out };
}

function matchesFind(line: SnapshotLine, { find }: SnapshotOptions): boolean {
  return find !== null && line.text.toLowerCase().includes(find.toLowerCase());
}

async function outlineChild(
  page: Page,
  line: SnapshotLine,
  children: Parameters<typeof pickChild>[0],
  options: SnapshotOptions,
  characters: number,
  context: CallContext,
  depth: number,
): Promise<Outline> {
  const child = line.frame === null ? null : pickChild(children, line.frame);
  if (child === null) return { lines: ['- text: (frame without a document)'], nodes: 0, left_out: 0 };
  if (depth >= framesDeepMax) return { lines: ['- text: (frame nested too deep)'], nodes: 0, left_out: 0 };
  const patient = { ...context, deadline: Math.min(context.deadline, Date.now() + frameMs) };
  const inner = await attempt(() =>
    outlineFrame(page, child.id, null, options, Math.max(characters, 400), patient, depth + 1),
  );
  return inner.ok ? inner.value : { lines: ['- text: (frame could not be read)'], nodes: 0, left_out: 0 };
}
