import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { PlannedCall } from '../../shared/run.ts';
import type { Gate } from '../gate/gate.ts';
import { grantKey } from '../gate/judge-call.ts';
import type { Judge, QuestionResource, TemplateIdentity } from '../gate/ports.ts';
import type { Calls, RunContext } from '../workflow/ports.ts';

/** The gate in the form in which the workflow engine uses it. */
export function createWorkflowCalls(gate: Gate, judge: Judge): Calls {
  return {
    judge: (calls, context) =>
      Promise.all(
        calls.map((call) =>
          judge.judge({
            caller: context.caller,
            tool: call.tool,
            bucket: call.bucket,
            resource: resourceOf(call.resource),
            frame_url: null,
            target: null,
            template: templateOf(context),
            secret_used: false,
            tainted: false,
            sources: [],
            granted: grantsOf(context.granted).has(keyOf(call)),
          }),
        ),
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
          template: templateOf(context),
          declared: request.declared,
          grants: grantsOf(context.granted),
        },
        signal,
      }),
  };
}

/** A folder as the policy and the receipts name it: absolute, `~` resolved. */
export function absoluteFolder(folder: string): string {
  return folder === '~' || folder.startsWith('~/') ? resolve(homedir(), folder.slice(2)) : resolve(folder);
}

function templateOf({ template }: RunContext): TemplateIdentity {
  return { ...template, accepted: false };
}

function grantsOf(granted: readonly PlannedCall[]): ReadonlySet<string> {
  return new Set(granted.map(keyOf));
}

function keyOf({ tool, bucket, resource }: PlannedCall): string {
  const folder = /^folder:(.*)$/s.exec(resource)?.[1];
  return grantKey(tool, bucket, folder === undefined ? resource : `folder:${absoluteFolder(folder)}`);
}

function resourceOf(notation: string): QuestionResource {
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(notation) ?? [];
  if (kind === 'origin') return { kind: 'site', url: `${rest}/` };
  if (kind === 'folder') return { kind: 'folder', path: absoluteFolder(rest) };
  return { kind: 'none' };
}
