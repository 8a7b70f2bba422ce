import { ok, type Result } from '../../../shared/faults.ts';
import type { CallProgress } from '../../../shared/protocol/mcp-messages.ts';
import { sides } from '../../../shared/protocol/messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { ApprovalRequest, RunEvent } from '../../../shared/run.ts';
import { connectAuthority } from '../../io/connect.ts';
import type { HomePaths } from '../../io/home.ts';
import type { Authority } from '../parts.ts';

const callMs = 30_000;

/** Joins the authority of a data folder as a client; `entry` is its program, null where none is to be started. */
export async function joinAuthority(paths: HomePaths, entry: string | null): Promise<Result<Authority>> {
  const port = await connectAuthority({ paths, role: 'client', start: entry === null ? null : { entry } });
  if (!port.ok) return port;
  const onEvent: ((event: RunEvent) => void)[] = [];
  const onApproval: ((approval: ApprovalRequest) => void)[] = [];
  const onApprovalClosed: ((id: string) => void)[] = [];
  const onCallProgress: ((progress: CallProgress) => void)[] = [];
  const peer = createPeer({
    port: port.value,
    inbound: sides.client,
    outbound: sides.authority_for_client,
    handlers: {},
    listeners: {
      'run.event': ({ event }) => {
        for (const listener of onEvent) listener(event);
      },
      'approval.requested': ({ approval }) => {
        for (const listener of onApproval) listener(approval);
      },
      'approval.closed': ({ approval_id }) => {
        for (const listener of onApprovalClosed) listener(approval_id);
      },
      'call.progress': (progress) => {
        for (const listener of onCallProgress) listener(progress);
      },
      'status.changed': () => {},
    },
  });
  return ok({
    call: (method, params, options) =>
      peer.call(method, params, {
        timeoutMs: options?.timeoutMs ?? callMs,
        ...(options?.signal && { signal: options.signal }),
      }),
    onRunEvent: (listener) => void onEvent.push(listener),
    onApproval: (listener) => void onApproval.push(listener),
    onApprovalClosed: (listener) => void onApprovalClosed.push(listener),
    onCallProgress: (listener) => void onCallProgress.push(listener),
    closed: peer.closed,
    close: () => peer.close(),
  });
}
