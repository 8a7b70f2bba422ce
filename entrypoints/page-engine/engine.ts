import type {
  EngineAnswer,
  EngineArgs,
  EngineMethod,
  EngineReply,
  Resolution,
  Spot,
} from '../../shared/engine-methods.ts';
import type { Fault, FaultCode } from '../../shared/faults.ts';
import { collapse, matchesText } from '../../shared/plain-text.ts';
import { readyTarget, unready } from './actionability.ts';
import { watchChanges } from './changes.ts';
import { armDelivery, deliveryOutcome, deliveryWord, endDelivery, provePressed } from './delivery.ts';
import { describeElement } from './describe.ts';
import { newbornStopped, setGuardToken } from './early-guard.ts';
import { appearedSince, effectsSince, readBefore, rememberVisible } from './effects.ts';
import { fileBytes } from './file-bytes.ts';
import { dropFiles, fileField, heldFiles, putFiles, takePart } from './file-field.ts';
import { focusedElement, shadowRootOf } from './flat-tree.ts';
import { hitChildFrame, placeInParent, showChildFrame } from './frames.ts';
import { inputMethods } from './input-methods.ts';
import { bodyOf, contentTypeOf, loadStateOf, queryAll, textContentOf } from './natives.ts';
import { boxOf, pageMetrics, sensitiveBoxes } from './page-boxes.ts';
import { findPart, SelectorError } from './query.ts';
import { readElements } from './read-elements.ts';
import { readText } from './read-text.ts';
import { countRefsFrom, lookUp, nextRef, readinessOf } from './refs.ts';
import { resolveSelector } from './resolve.ts';
import { takeSnapshot } from './snapshot.ts';
import { collectTable, showTableEnd } from './table-collect.ts';
import { tableAt, tablesUnder } from './table-find.ts';
import { isVisible } from './visibility.ts';

// The engine's door: one function, a method's name and its arguments in, one JSON value out. It never
// throws across it.

type Methods = {
  readonly [Method in EngineMethod]: (
    args: EngineArgs[Method],
  ) => EngineAnswer<Method> | Promise<EngineAnswer<Method>>;
};

/** A fault as a plain value: the schemas of faults and all that checks them stay in the worker. */
function fault(code: FaultCode, message: string, hint: string, detail?: Record<string, string>): Fault {
  return detail === undefined ? { code, message, hint } : { code, message, hint, detail };
}

/** The ref names no element any more: the caller looks again. */
class StaleRef extends Error {
  readonly fault: Fault;
  constructor(ref: number) {
    super('stale ref');
    this.fault = fault('stale-ref', `The element e${ref} is gone.`, 'Take a new snapshot and use its refs.');
  }
}

function byRef(ref: number): Element {
  const found = lookUp(ref);
  if (found.state === 'stale') throw new StaleRef(ref);
  return found.element;
}

const holds = { holds: true } as const;

const methods: Methods = {
  resolve: async (request) => {
    const resolution = await resolveSelector(request);
    // What changes between now and an act is not the act's doing.
    const ready = resolution.state === 'found' && resolution.point !== null;
    if (ready) watchChanges(byRef(Number(resolution.target.ref.slice(1))));
    return resolution;
  },
  recheck: ({ ref, position }) => recheck(ref, position ?? null),
  place: () => placeInParent(),
  frame_hit: ({ index, ref, inner, given }) => hitChildFrame(index, optional(ref), inner, given),
  frame_show: ({ index, ref }) => {
    showChildFrame(index, optional(ref));
    return holds;
  },
  delivery_arm: ({ ref, kind, timeout_ms, presses, strict }) => {
    armDelivery(optional(ref), kind, timeout_ms, presses, strict);
    return holds;
  },
  delivery: () => deliveryOutcome(),
  delivery_word: async () => ({ holds: await deliveryWord() }),
  delivery_active: () => ({ holds: provePressed() }),
  delivery_end: () => endDelivery(),
  newborn_stopped: () => ({ holds: newbornStopped() }),
  before: ({ ref }) => {
    readBefore(optional(ref));
    return holds;
  },
  effects: () => ({ effects: [...effectsSince()] }),
  appearing: () => {
    rememberVisible();
    return holds;
  },
  appeared: () => ({ appeared: [...appearedSince()] }),
  focused: () => {
    const element = focusedElement();
    if (element === null) return { state: 'none', nearest: [] };
    return { state: 'found', target: describeElement(element), point: null };
  },
  snapshot: ({ ref, ...request }) => {
    const { lines, gone, rest, ...counts } = takeSnapshot(optional(ref) ?? document, request);
    return { lines: [...lines], gone: [...gone], rest: [...rest], ...counts };
  },
  text: ({ ref }) => {
    const { blocks, ...fields } = readText(optional(ref));
    return { blocks: [...blocks], content_type: contentTypeOf(), ...fields };
  },
  file_bytes: ({ bytes_max }) => fileBytes(bytes_max),
  tables: ({ ref, rows_max }) => {
    const element = optional(ref);
    if (element === null) return { tables: [...tablesUnder(document, rows_max)] };
    const table = tableAt(element, rows_max);
    const inner = tablesUnder(element, rows_max).filter((other) => other.ref !== table?.ref);
    return { tables: table === null ? [] : [table, ...inner] };
  },
  collect_table: async ({ ref, rows_max, timeout_ms }) =>
    (await collectTable(byRef(ref), rows_max, timeout_ms)) ?? { found: null, left: 'gaps' },
  table_end: ({ ref }) => ({ holds: showTableEnd(byRef(ref)) }),
  elements: (request) => readElements(request),
  ...inputMethods(byRef),
  file_field: ({ ref }) => fileField(optional(ref)),
  files_part: (part) => {
    takePart(part);
    return holds;
  },
  files_put: ({ ref }) => putFiles(optional(ref)),
  files_held: ({ ref }) => heldFiles(optional(ref)),
  files_drop: ({ ref }) => dropFiles(byRef(ref)),
  masks: () => ({ boxes: [...sensitiveBoxes()] }),
  box: ({ ref }) => boxOf(byRef(ref)),
  metrics: () => pageMetrics(),
  holds_text: ({ text }) => ({ holds: showsText(text) }),
  loaded: () => ({ holds: loadStateOf() === 'complete' }),
};

function optional(ref: number | null): Element | null {
  return ref === null ? null : byRef(ref);
}

async function recheck(ref: number, position: Spot | null): Promise<Resolution> {
  const found = lookUp(ref);
  if (found.state === 'stale') return { ...found, nearest: [...found.nearest] };
  const { element, readied } = await readyTarget(found.element, readinessOf(found.element), position);
  const target = describeElement(element);
  if (readied.ready) return { state: 'found', target, point: readied.point };
  return unready(target, readied);
}

function showsText(text: string): boolean {
  const body = bodyOf();
  const match = { text: collapse(text), exact: false };
  if (body !== null && !matchesText(textContentOf(body), match) && !hasShadow()) return false;
  return findPart(document, { kind: 'text', match }).some(isVisible);
}

/** Texts in shadow roots are not in the body's own text, so the quick answer only holds without them. */
function hasShadow(): boolean {
  return queryAll(document, '*').some((element) => shadowRootOf(element) !== null);
}

async function call(method: string, args: unknown, token?: unknown): Promise<EngineReply> {
  if (typeof token === 'string') setGuardToken(token);
  if (typeof args === 'object' && args !== null && 'refs_from' in args) {
    if (typeof args.refs_from === 'number') countRefsFrom(args.refs_from);
  }
  return { ...(await answer(method, args)), next_ref: nextRef() };
}

async function answer(method: string, args: unknown): Promise<EngineReply> {
  if (!isMethod(method))
    return { fault: fault('internal', 'The page was asked for something unknown.', 'Reload the extension.') };
  try {
    // The worker is the only caller, and it is compiled against the same table of arguments.
    const run = methods[method] as (args: unknown) => unknown;
    return { value: await run(args) };
  } catch (error) {
    if (error instanceof StaleRef) return { fault: error.fault };
    if (error instanceof SelectorError) {
      return {
        fault: fault(
          'bad-arguments',
          `${error.message}.`,
          'Correct the selector, or use a ref from a snapshot.',
        ),
      };
    }
    const what = error instanceof Error ? error.message : String(error);
    return {
      fault: fault('internal', 'The page could not be read.', 'Try again; if it stays so, report it.', {
        what,
      }),
    };
  }
}

function isMethod(name: string): name is EngineMethod {
  return Object.hasOwn(methods, name);
}

export type Engine = { readonly call: typeof call };

/** Puts the engine where the worker finds it; a second time is no harm, refs and marks stay. */
export function installEngine(): void {
  const place: { __localagentEngine?: Engine } & typeof globalThis = globalThis;
  place.__localagentEngine ??= Object.freeze({ call });
}
