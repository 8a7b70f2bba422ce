import type { StepScript } from '../../shared/step-script.ts';
import type { Problem } from './problems.ts';

/** The sites of a step, as origins, that a script which is kept by itself may not be used on. */
export function checkCitedSites(script: StepScript | undefined, sites: readonly string[]): Problem[] {
  const allowed = script?.sites?.flatMap((site) => (URL.canParse(site) ? [new URL(site).origin] : []));
  const outside = allowed === undefined ? [] : sites.filter((site) => !allowed.includes(site));
  const named = script === undefined ? '' : `"${script.id}@${script.version}"`;
  return outside.map((site) => ({ path: ['script'], message: `${named} may not be used on ${site}` }));
}
