import { refusePlanned } from '../gate/refuse-planned.ts';
import type { Parts } from './parts.ts';

const reason = 'No call of a tool asked for this download, so it was stopped and removed.';

/**
 * Writes down a download that no permitted act caused and that the browser part stopped: in the ledger, and in the story of the runs
 * that go on in that browser.
 */
export function recordRefusedDownload(
  { ledger, runs, clock }: Pick<Parts, 'ledger' | 'runs' | 'clock'>,
  refused: { readonly profile: string; readonly url: string; readonly filename: string },
): void {
  const origin = URL.canParse(refused.url) ? new URL(refused.url).origin : 'null';
  const call = { step_id: '', tool: 'download', bucket: 'admin', resource: `origin:${origin}` } as const;
  const verdict = { decision: 'deny', policies: ['unasked-download'], reason } as const;
  const text = `A download that nobody asked for was stopped: ${refused.filename} from ${refused.url}`.slice(
    0,
    500,
  );
  const caller = {
    kind: 'client',
    id: `browser-${refused.profile}`.slice(0, 100),
    unattended: true,
  } as const;
  refusePlanned(
    { book: ledger, clock },
    { call, verdict: { ...verdict, policies: [...verdict.policies] }, run_id: null, caller },
  );
  for (const run of runs.current) {
    if (run.profile === refused.profile) runs.record(run.run_id, { type: 'note', text });
  }
}
