import type { Bucket } from '../../shared/actions.ts';
import type { ToolStep } from '../../shared/template.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import type { Patterns } from './ports.ts';

export type BucketCall = { readonly tool: string; readonly bucket: Bucket };

/**
 * The kinds of primitive call that a step can lead to. A primitive that may turn out to be of several buckets
 * (a click is a write, or a delete when its target says so) is planned for each of them that the step
 * declares.
 */
export function plannedBuckets(
  step: Pick<ToolStep, 'tool' | 'buckets'>,
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  patterns: Patterns,
): { readonly planned: readonly BucketCall[]; readonly undeclared: readonly BucketCall[] } {
  const planned: BucketCall[] = [];
  const undeclared: BucketCall[] = [];
  for (const { tool: name, bucket } of primitivesOf(tool, args, patterns)) {
    // Whether a navigation gives a password away stands in its arguments; it does not turn out later.
    const possible = name === 'navigate' ? [bucket] : (tools.get(name)?.buckets ?? [bucket]);
    const declared = possible.filter((one) => step.buckets.includes(one));
    if (declared.length === 0) undeclared.push({ tool: name, bucket });
    for (const one of declared) {
      const known = planned.some((other) => other.tool === name && other.bucket === one);
      if (!known) planned.push({ tool: name, bucket: one });
    }
  }
  return { planned, undeclared };
}

function primitivesOf(
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  patterns: Patterns,
): readonly BucketCall[] {
  if (tool.name === 'navigate') {
    return [{ tool: tool.name, bucket: args['auth'] === undefined ? 'read' : 'write' }];
  }
  if (tool.group !== 'pattern') return [{ tool: tool.name, bucket: tool.buckets[0] }];
  const pattern = patterns[tool.name];
  if (pattern === undefined) throw new Error(`the pattern ${tool.name} is declared and not there`);
  return pattern.plan(args);
}
