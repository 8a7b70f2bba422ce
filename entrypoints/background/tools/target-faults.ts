import type { Named, Resolution } from '../../../shared/engine-methods.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import { withPrefix } from './ask-engine.ts';

// What is said when a target cannot be used. Names come from the page, so they stand in `detail` and never
// in a message.

const reasons: Readonly<Record<string, string>> = {
  attached: 'it is not in the page any more',
  visible: 'it is not visible',
  stable: 'it keeps moving',
  enabled: 'it is disabled',
  editable: 'it takes no input, or is read-only until it is clicked',
  'in-view': 'no part of it can be brought into view',
  inert: 'the part of the page that holds it takes no input now (inert)',
  'pointer-events': 'it lets the pointer through (pointer-events: none)',
  position: 'the position lies outside it',
};

/** Causes that a check tells in one word, in a person's words. */
const causes: Readonly<Record<string, string>> = {
  disabled: 'it is disabled',
  'disabled-fieldset': 'the fieldset around it is disabled',
  'disabled-around': 'it is part of a disabled button',
  'aria-disabled': 'it, or what holds it, says that it is disabled (aria-disabled)',
  'display-none': 'it, or what holds it, is not displayed',
  'visibility-hidden': 'it is hidden (visibility)',
  'closed-details': 'the details that hold it are closed',
  'closed-dialog': 'the dialog that holds it is closed',
  'no-size': 'it has no size',
  clipped: 'it is cut off by what holds it',
};

const next: Readonly<Record<string, string>> = {
  attached: 'Take a new snapshot and use its refs.',
  visible: 'Open what holds it first, or wait for it with state "visible".',
  stable: 'Wait until the page has come to rest, then try again.',
  enabled: 'Fill in what the page asks for first, or wait for it with state "enabled".',
  editable: 'Choose a field, a choice or an editor; take a snapshot to see them.',
  'in-view': 'Scroll the area that holds it, or use another way to reach it.',
  inert: 'Close what has taken over the page, or wait until it is done.',
  'pointer-events': 'Click what lies under it, or the control that it belongs to.',
};

/** The fault for a resolution that is not `found`. */
export function faultOf(selector: string, frameId: number, resolution: Resolution): Fault {
  const what = JSON.stringify(selector);
  switch (resolution.state) {
    case 'several': {
      const candidates = resolution.candidates.map((candidate) => withPrefix(frameId, candidate));
      const refs = candidates.map(({ ref }) => `ref=${ref}`).join(', ');
      return fault(
        'ambiguous',
        `The selector ${what} matches ${resolution.count} elements.`,
        `Use one of ${refs} (named in the detail), or make the selector narrower.`,
        { count: resolution.count, candidates },
      );
    }
    case 'stale':
      return staleFault(what, frameId, resolution);
    case 'unready':
      return unreadyFault(what, frameId, resolution);
    case 'none': {
      const nearest = resolution.nearest.map((candidate) => withPrefix(frameId, candidate));
      const refs = nearest.map(({ ref }) => `ref=${ref}`).join(', ');
      const hint =
        refs === '' ? 'Take a snapshot to see what is there.' : `Closest: ${refs} (named in the detail).`;
      return fault('not-found', `Nothing on the page matches ${what}.`, hint, { nearest });
    }
    case 'frame':
      return fault(
        'not-actionable',
        `The selector ${what} leads into a frame whose document cannot be reached.`,
        'It may not have loaded yet; a frame at a blob: or data: address stays closed to extensions.',
        {
          check: 'frame',
          frame: { ref: withPrefix(frameId, resolution).ref, src: resolution.src.slice(0, 500) },
        },
      );
    case 'found':
      return fault(
        'not-found',
        `The selector ${what} ends at a frame.`,
        'Add a part that names what is inside it.',
      );
  }
}

/** Nothing in the page itself, but something in frames of it; refs as the caller sees them. */
export function inFrameFault(selector: string, inner: readonly Named[]): Fault {
  const what = JSON.stringify(selector);
  const refs = inner.map(({ ref }) => `ref=${ref}`).join(', ');
  return fault(
    'not-found',
    `Nothing in the page itself matches ${what}; a frame of it holds what does.`,
    `Use ${refs} (named in the detail), or lead into the frame: "frame=iframe >> ${selector}".`,
    { nearest: [...inner] },
  );
}

function staleFault(what: string, frameId: number, resolution: Resolution & { state: 'stale' }): Fault {
  const { why } = resolution;
  const nearest = resolution.nearest.map((candidate) => withPrefix(frameId, candidate));
  const candidate = nearest[0] ?? null;
  const told = {
    gone: `The element of ${what} is gone, and nothing took its place.`,
    earlier: `The document of ${what} is not shown any more; another one is in its place.`,
    unknown: `The ref of ${what} was never given out in this document.`,
  }[why];
  const refs = nearest.map(({ ref }) => `ref=${ref}`).join(', ');
  const hint =
    refs === ''
      ? 'Take a new snapshot and use its refs.'
      : `Closest now: ${refs} (named in the detail). If that is not it, take a new snapshot.`;
  const was = resolution.was === null ? null : withPrefix(frameId, resolution.was);
  return fault('stale-ref', told, hint, { why, was, candidate, nearest });
}

function unreadyFault(what: string, frameId: number, resolution: Resolution & { state: 'unready' }): Fault {
  const ref = withPrefix(frameId, resolution.target).ref;
  const target = { ref, role: resolution.target.role, name: resolution.target.name };
  const { check, why, covered_by, way_out } = resolution;
  if (check === 'covered' && covered_by !== null) {
    const out = way_out === null ? null : withPrefix(frameId, way_out);
    return coveredFault(what, target, withPrefix(frameId, covered_by), out);
  }
  if (check === 'position') {
    const hint = 'Give a position inside it, in CSS pixels from its top left corner.';
    return fault('bad-arguments', `The position lies outside the target of ${what}.`, hint, {
      target,
      size: why,
    });
  }
  const reason = causes[why] ?? reasons[check] ?? 'it cannot be used now';
  const code = check === 'attached' ? 'stale-ref' : 'not-actionable';
  const message = `The target of ${what} cannot be used: ${reason}.`;
  return fault(code, message, next[check] ?? 'Try again.', { check, why: why === '' ? check : why, target });
}

/** `wayOut` is what in the thing that covers seems to close it. */
export function coveredFault(what: string, target: Named, cover: Named, wayOut: Named | null): Fault {
  return fault(
    'covered',
    `The target of ${what} stays covered by another element, ref=${cover.ref} (${cover.role}).`,
    coveredHint(cover, wayOut),
    { check: 'covered', target, covered_by: cover, way_out: wayOut },
  );
}

const fields = new Set(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'option']);

function coveredHint(cover: Named, wayOut: Named | null): string {
  if (wayOut !== null) {
    return `It seems to close with ref=${wayOut.ref} (${wayOut.role}, named in the detail): click that, then try again.`;
  }
  if (cover.role === 'dialog' || cover.role === 'alertdialog') {
    return `Finish or close the dialog first: a snapshot of selector "ref=${cover.ref}" shows what it offers, and the key Escape may close it.`;
  }
  if (fields.has(cover.role))
    return `If that is what is meant, use ref=${cover.ref} itself; else close or move it.`;
  return (
    `Wait until it is gone (wait with selector "ref=${cover.ref}" and state "hidden"), or take a snapshot of it ` +
    'to see what it offers.'
  );
}
