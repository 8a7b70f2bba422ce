import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Repair } from '../../shared/fingerprint.ts';
import type { RepairProposal } from '../../shared/repair-proposal.ts';
import type { RunView } from '../../shared/run.ts';
import { writeFileDurably } from '../io/write-file.ts';

/** The proposed changes of a run's template, one for each step that was mended. */
export function repairProposals(run: RunView): readonly RepairProposal[] {
  const repairs = run.repairs ?? [];
  const { id, version, title } = run.template;
  const steps = [...new Set(repairs.map(({ step_id: step }) => step))];
  return steps.map((step) => {
    // The last of a place is what held.
    const byPlace = new Map(
      repairs.filter((one) => one.step_id === step).map((one) => [one.place, one] as const),
    );
    const own = [...byPlace.values()];
    return {
      schema: 'localagent.repair-proposal/1',
      run_id: run.run_id,
      template: { id, version, title },
      step_id: step,
      step_title: run.steps.find((one) => one.id === step)?.title ?? step,
      status: run.status,
      repairs: own,
      diff: diffWords(step, own),
      at: run.ended_at ?? run.started_at,
    };
  });
}

/** Writes them into `repairs/` of the run's folder; nothing where there are none. */
export function writeRepairs(folder: string, run: RunView): void {
  const proposals = repairProposals(run);
  if (proposals.length === 0) return;
  const place = join(folder, 'repairs');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const proposal of proposals) {
    const text = `${JSON.stringify(proposal, null, 2)}\n`;
    writeFileDurably(join(place, `${proposal.step_id}.json`), text, 0o600);
  }
}

function diffWords(step: string, repairs: readonly Repair[]): string[] {
  const [{ before = [] } = {}] = repairs;
  return [
    ...before.map(({ title, args }) => `+ before ${step}: ${title} (${Object.values(args).join(' ')})`),
    ...repairs
      .filter(({ was, now }) => was !== now)
      .flatMap(({ place, was, now }) => [`- ${step}.${place}: ${was}`, `+ ${step}.${place}: ${now}`]),
  ];
}
