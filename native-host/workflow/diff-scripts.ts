import { isCode, type Step, type Template } from '../../shared/template.ts';
import { readCodeStep } from './code-step.ts';
import type { TemplateChange } from './diff-templates.ts';
import type { Patterns, ReadScript, ScriptCallSite } from './ports.ts';

type Side = { readonly step: Step | undefined; readonly template: Template };

/** Lines of a change that are told; the rest are in the files. */
const linesMax = 20;

/** What changed in the script of a step: first the calls that it did not make before, then its lines. */
export function scriptChanges(
  id: string,
  before: Side,
  after: Side,
  patterns: Patterns,
): readonly TemplateChange[] {
  const { step } = after;
  if (step === undefined || !isCode(step)) return [];
  const is = scriptOf(after, patterns);
  const was = before.step !== undefined && isCode(before.step) ? scriptOf(before, patterns) : null;
  if (is === null) return [];
  if (was === null) return newCalls(id, [], is.calls);
  if (was.code_hash === is.code_hash) return [];
  const gone = callsBeyond(was.calls, is.calls);
  return [
    ...newCalls(id, was.calls, is.calls),
    ...gone.map((call) => doing(`the script of step "${id}" no longer calls ${callWords(call)}`)),
    ...lineChanges(id, was.normalized, is.normalized),
  ];
}

function scriptOf({ step, template }: Side, patterns: Patterns): ReadScript | null {
  return step !== undefined && isCode(step) ? readCodeStep(step, template, patterns).script : null;
}

function newCalls(
  id: string,
  was: readonly ScriptCallSite[],
  is: readonly ScriptCallSite[],
): readonly TemplateChange[] {
  return callsBeyond(is, was).map((call): TemplateChange => {
    const reaches =
      call.buckets.some((bucket) => bucket !== 'read') ||
      call.destination !== null ||
      call.secrets.length > 0;
    const text = `the script of step "${id}" now calls ${callWords(call)}`;
    return { weight: reaches ? 'reach' : 'doing', text };
  });
}

// Calls that stand in one and not in the other, each as often as it does.
function callsBeyond(
  these: readonly ScriptCallSite[],
  those: readonly ScriptCallSite[],
): readonly ScriptCallSite[] {
  const left = those.map(callWords);
  return these.filter((call) => {
    const at = left.indexOf(callWords(call));
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

function callWords({ path, arguments: written, buckets }: ScriptCallSite): string {
  return `${path} ${written.replace(/\s+/g, ' ')} (${buckets.join(', ')})`;
}

function lineChanges(id: string, was: string, is: string): readonly TemplateChange[] {
  const [before, after] = [was.split('\n'), is.split('\n')];
  const out = [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
  const more = out.length > linesMax ? [`… and ${out.length - linesMax} more`] : [];
  const told = out.length === 0 ? ['its lines are in another order'] : [...out.slice(0, linesMax), ...more];
  return [doing(`the script of step "${id}" changed: ${told.join(' | ')}`)];
}

function doing(text: string): TemplateChange {
  return { weight: 'doing', text };
}
