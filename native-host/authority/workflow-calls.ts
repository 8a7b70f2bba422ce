import type { PlannedCall } from '../../shared/run.ts';
import { folderPath } from '../files/folder-path.ts';
import { resourceWords } from '../gate/classify.ts';
import type { Gate } from '../gate/gate.ts';
import { grantKey } from '../gate/judge-call.ts';
import type { GateDependencies, Judge, QuestionResource } from '../gate/ports.ts';
import { refusePlanned } from '../gate/refuse-planned.ts';
import { foreignSources } from '../workflow/flows.ts';
import type { Calls, RunContext } from '../workflow/ports.ts';

type RefusalRecords = Pick<GateDependencies, 'book' | 'clock'>;

/** The gate in the form in which the workflow engine uses it. */
export function createWorkflowCalls(gate: Gate, judge: Judge, records: RefusalRecords): Calls {
  return {
    mark: () => judge.mark?.() ?? null,
    page: {
      of: ({ run_id }) => gate.currentPage(run_id),
      set: (page, { run_id }) => gate.setCurrentPage(run_id, page),
    },
    refuse: (call, verdict, { run_id, caller }) =>
      refusePlanned(records, {
        call: { ...call, resource: resourceWords(resourceOf(call.resource)) },
        verdict,
        run_id,
        caller,
      }),
    judge: (calls, context) =>
      Promise.all(
        calls.map((call) => {
          const sources = sourcesFor(context, call.step_id)(originOf(call.resource));
          return judge.judge({
            caller: context.caller,
            tool: call.tool,
            bucket: call.bucket,
            resource: resourceOf(call.resource),
            frame_url: null,
            target: null,
            template: context.template,
            secret_used: false,
            tainted: sources.length > 0,
            sources,
            granted: grantsOf(context.granted).has(keyOf(call)),
            granted_under: context.granted_under ?? null,
          });
        }),
      ),
    call: (request, context, signal) =>
      gate.call({
        tool: request.tool,
        args: request.args,
        caller: context.caller,
        profile: context.profile,
        run: {
          run_id: context.run_id,
          step_id: request.step_id,
          template: context.template,
          declared: request.declared,
          grants: grantsOf(context.granted),
          sourcesFor: sourcesFor(context, request.step_id, request.sources),
          granted_under: context.granted_under ?? null,
          ...(request.branch === undefined ? {} : { branch: request.branch }),
        },
        signal,
      }),
  };
}

function sourcesFor({ flows, template }: RunContext, step_id: string, used?: readonly string[]) {
  return (to: string | null): readonly string[] =>
    to === null ? [] : foreignSources(flows, { step_id, to, used, reviewed: template.reviewed });
}

/** The site that a planned call is on; null for folders and the browser. */
function originOf(notation: string): string | null {
  return /^origin:(.*)$/s.exec(notation)?.[1] ?? null;
}

function grantsOf(granted: readonly PlannedCall[]): ReadonlySet<string> {
  return new Set(granted.map(keyOf));
}

function keyOf({ tool, bucket, resource }: PlannedCall): string {
  const folder = /^folder:(.*)$/s.exec(resource)?.[1];
  return grantKey(tool, bucket, folder === undefined ? resource : `folder:${folderPath(folder)}`);
}

function resourceOf(notation: string): QuestionResource {
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(notation) ?? [];
  if (kind === 'origin') return { kind: 'site', url: `${rest}/` };
  if (kind === 'folder') return { kind: 'folder', path: folderPath(rest) };
  return { kind: 'none' };
}
