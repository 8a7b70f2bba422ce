import type { Bucket } from '../../shared/actions.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { CodeStep, Template } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { plannedAct } from './planned-act.ts';
import { type Patterns, type ReadScript, type ScriptCallSite, scriptReader } from './ports.ts';
import type { Problem } from './problems.ts';

// A code step before it runs: its script read, its calls planned. The script is judged by what it can call and not by what it
// is called.

type Path = readonly PropertyKey[];
export type PlannedSite = { readonly site: ScriptCallSite; readonly tool: string; readonly bucket: Bucket };

/** The script of a step, or everything that is wrong with it. */
export function readCodeStep(
  step: CodeStep,
  template: Pick<Template, 'sites'>,
  patterns: Patterns,
): { readonly script: ReadScript | null; readonly problems: readonly Problem[] } {
  const reader = patterns[scriptReader];
  const key = step.script === undefined ? 'code' : 'script';
  const wrong = (message: string) => ({ script: null, problems: [{ path: [key], message }] });
  if (reader === undefined) return wrong('scripts cannot be read here');
  const read = reader(step.code ?? '', step.sites ?? template.sites);
  if (read.ok) return { script: read.script, problems: [] };
  const problems = read.problems.map(({ line, column, message, rewrite }): Problem => {
    const told = `${message} ${rewrite}`;
    if (line === 0) return { path: [key], message: told };
    // The lines of a script that is cited are not those of this file.
    if (key === 'script') return { path: [key], message: `line ${line}, column ${column} of it: ${told}` };
    return { path: [key], message: told, within: { line, column } };
  });
  return { script: null, problems };
}

/** What is wrong with a code step that shows without parameters. */
export function checkCodeStep(
  step: CodeStep,
  path: Path,
  template: Pick<Template, 'sites'>,
  patterns: Patterns,
): Problem[] {
  // That it has none, or one that cannot be found, was told before.
  if (step.code === undefined) return [];
  const { script, problems } = readCodeStep(step, template, patterns);
  const told = script === null ? problems : [...pinProblems(step, script), ...bucketProblems(step, script)];
  return told.map((one) => ({ ...one, path: [...path, ...one.path] }));
}

function pinProblems({ code_hash: pinned }: CodeStep, { code_hash: hash }: ReadScript): Problem[] {
  if (pinned === undefined || pinned === hash) return [];
  const message = `is the hash of another script; this one has ${hash}. Read it, and then put that hash here`;
  return [{ path: ['code_hash'], message }];
}

function bucketProblems({ buckets }: CodeStep, { calls }: ReadScript): Problem[] {
  const beyond = calls.flatMap(({ line, path, buckets: needed }) =>
    needed.filter((bucket) => !buckets.includes(bucket)).map((bucket) => ({ line, path, bucket })),
  );
  return beyond.map(({ line, path, bucket }) => ({
    path: ['buckets'],
    message: `"${path}" in line ${line} of the script is of bucket ${bucket}, which the step does not declare; add it to "buckets"`,
  }));
}

/** Every kind of call that the script can make, as far as the step declares it: what is more is denied when it happens. */
export function plannedSites({ buckets }: CodeStep, { calls }: ReadScript): readonly PlannedSite[] {
  return calls.flatMap((site) => {
    const tool = site.tool === null ? undefined : tools.get(site.tool);
    if (tool === undefined) return [];
    const possible =
      tool.name === 'navigate' ? site.buckets : [...new Set([...tool.buckets, ...site.buckets])];
    return possible
      .filter((bucket) => buckets.includes(bucket))
      .map((bucket) => ({ site, tool: tool.name, bucket }));
  });
}

const argumentsMax = 160;

/** A call of a script in words: what it is, and how it is written. */
export function siteWords({ site, tool, bucket }: PlannedSite, resource: string): string {
  const { words } = plannedAct({ step_id: '', tool, bucket, resource, args: {} });
  const plain = site.arguments.replace(/\s+/g, ' ');
  const shown = plain.length > argumentsMax ? `${plain.slice(0, argumentsMax)}…` : plain;
  const secrets = site.secrets.map((name) => `, with secret:${name}`).join('');
  return `${words} (script, line ${site.line}: ${site.path}${shown === '{}' ? '' : ` ${shown}`}${secrets})`;
}

/** What is wrong with how a step uses a script that is kept by itself. */
export function checkCitedUse(step: CodeStep, script: StepScript): Problem[] {
  const unknown = Object.keys(step.inputs).filter((name) => script.inputs[name] === undefined);
  const missing = Object.entries(script.inputs).filter(
    ([name, { required }]) => required && step.inputs[name] === undefined,
  );
  const more = script.buckets.filter((bucket) => !step.buckets.includes(bucket));
  const named = `"${step.script ?? script.id}"`;
  return [
    ...unknown.map((name) => ({ path: ['inputs', name], message: `${named} takes no input "${name}"` })),
    ...missing.map(([name, { description }]) => ({
      path: ['inputs'],
      message: `${named} needs the input "${name}"${description === '' ? '' : ` (${description})`}`,
    })),
    ...more.map((bucket) => ({
      path: ['buckets'],
      message: `${named} declares ${bucket}, which the step does not; add it to "buckets"`,
    })),
  ];
}
