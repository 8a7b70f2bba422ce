import type { Resolution } from '../../../shared/engine-methods.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import { withPrefix } from './ask-engine.ts';

// What is said when a target cannot be used. Names come from the page, so they stand in `detail` and never
// in a message.

const reasons: Readonly<Record<string, string>> = {
  attached: 'it is not in the page any more',
  visible: 'it is not visible',
  stable: 'it keeps moving',
  enabled: 'it is disabled',
  editable: 'it takes no input',
  'in-view': 'it cannot be scrolled into view',
};

const next: Readonly<Record<string, string>> = {
  attached: 'Take a new snapshot and use its refs.',
  visible: 'Open what holds it first, or wait for it with state "visible".',
  stable: 'Wait until the page has come to rest, then try again.',
  enabled: 'Fill in what the page asks for first, or wait for it with state "enabled".',
  editable: 'Choose a field, a choice or an editor; take a snapshot to see them.',
  'in-view': 'Scroll the area that holds it, or use another way to reach it.',
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
    case 'found':
      return fault(
        'not-found',
        `The selector ${what} ends at a frame.`,
        'Add a part that names what is inside it.',
      );
  }
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
  if (resolution.check === 'covered' && resolution.covered_by !== null) {
    return coveredFault(what, target, withPrefix(frameId, resolution.covered_by));
  }
  const reason = reasons[resolution.check] ?? 'it cannot be used now';
  const code = resolution.check === 'attached' ? 'stale-ref' : 'not-actionable';
  const message = `The target of ${what} cannot be used: ${reason}.`;
  return fault(code, message, next[resolution.check] ?? 'Try again.', { check: resolution.check, target });
}

type Named = { readonly ref: string; readonly role: string; readonly name: string };

export function coveredFault(what: string, target: Named, cover: Named): Fault {
  return fault(
    'covered',
    `The target of ${what} stays covered by another element, ref=${cover.ref} (${cover.role}).`,
    `Close or move it first: a snapshot of selector "ref=${cover.ref}" shows what it offers.`,
    { check: 'covered', target, covered_by: cover },
  );
}
