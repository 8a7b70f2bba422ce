import { Bucket, type Caller } from '../../shared/actions.ts';
import type { Calls } from '../agent/ports.ts';
import type { Gate } from '../gate/gate.ts';
import type { ScriptPlace } from '../gate/ports.ts';

type Means = {
  readonly gate: Pick<Gate, 'call'>;
  /** Origin of the page that the run works on; null without one. */
  readonly originHere: () => string | null;
  readonly profile: string | null;
  readonly caller: Caller;
  readonly readOnly: boolean;
};

/** The model is offered no act then; the gate holds whatever it proposes to that. */
const readingOnly = { of: 'run', tools: null, sites: null, read_only: true } as const;

/**
 * The gate in the form in which an objective run uses it. A call that pages had a part in says so, and on which sites it may
 * be, so that the gate asks about what a page could have caused.
 */
export function createAgentCalls({ gate, originHere, profile, caller, readOnly }: Means): Calls {
  return {
    call: ({ tool, args, step_id, sources }, signal) =>
      gate.call({
        tool,
        args,
        caller,
        profile,
        run: { run_id: caller.id, step_id, template: null, declared: null, grants: new Set() },
        ...(sources === null ? {} : { script: taintedPlace(sources, [originHere(), originIn(args)]) }),
        ...(readOnly ? { scope: readingOnly } : {}),
        signal,
      }),
  };
}

function taintedPlace(sources: readonly string[], places: readonly (string | null)[]): ScriptPlace {
  const sites = [...sources, ...places.filter((place) => place !== null)];
  return { declared: { buckets: Bucket.options, sites }, grants: new Set(), tainted: true, sources };
}

function originIn({ url }: Readonly<Record<string, unknown>>): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null;
}
