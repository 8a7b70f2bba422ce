import type { BrowserSessions } from '../browser/sessions.ts';
import type { ScriptRunner } from '../code/execute.ts';
import { runStepCode } from '../code/step-code.ts';
import type { Gate } from '../gate/gate.ts';
import type { RunScript } from '../workflow/ports.ts';

type OriginOf = (profile: string | null, page: string) => string | null;
type Means = {
  readonly runner: ScriptRunner;
  readonly gate: Pick<Gate, 'currentPage'>;
  readonly originOf: OriginOf;
};

/** Runs the scripts of code steps in the processes that those of `execute_code` run in. */
export function createRunScript({ runner, gate, originOf }: Means): RunScript {
  return (job, { call, context, signal }) => {
    const who = { caller: context.caller, profile: context.profile };
    const currentPage = () => {
      const page = gate.currentPage(who.caller.id);
      const origin = page === null ? null : originOf(who.profile, page);
      return page === null || origin === null ? null : { page, origin };
    };
    return runStepCode(job, { runner, currentPage, clock: Date.now, call, who, signal });
  };
}

/** The origin of a page of a browser; null where there is no such page. */
export function originOfPages(sessions: Pick<BrowserSessions, 'pick'>): OriginOf {
  return (profile, page) => {
    const session = sessions.pick(profile);
    return session.ok ? (session.value.page(page)?.origin ?? null) : null;
  };
}
