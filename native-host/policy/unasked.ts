import { z } from 'zod';
import { tools } from '../../shared/tools/index.ts';
import { parseResourceRule, type ResourceRule } from './resource-rule.ts';

// `unasked` of the person's policy.yaml: acts that the rules ask about, and that the person approved for good, for one tool on one
// exact origin. It waives the person's own question and nothing else: what deletes or reaches beyond the page is asked all the same,
// and so is what an organisation asks.

const entriesMax = 1000;

export const UnaskedText = z
  .array(z.strictObject({ tool: z.string(), site: z.string() }))
  .max(entriesMax)
  .default([]);

export type Unasked = { readonly tool: string; readonly site: ResourceRule };
type Finding = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The entries as rules; what is wider than a tool on an origin is a finding and no rule. */
export function readUnasked(
  entries: z.infer<typeof UnaskedText>,
  findings: Finding[],
  home: string,
): readonly Unasked[] {
  return entries.flatMap(({ tool, site }, index) => {
    const buckets = tools.get(tool)?.buckets ?? [];
    if (!buckets.some((bucket) => bucket === 'read' || bucket === 'write')) {
      const message = `"${tool}" is no tool that reads or writes.`;
      findings.push({ path: ['unasked', index, 'tool'], message });
      return [];
    }
    const rule = parseResourceRule(site, home);
    if (!('why' in rule) && rule.kind === 'origin') return [{ tool, site: rule }];
    const message = `"${site.slice(0, 100)}" is not taken: "unasked" takes exact origins (origin:…).`;
    findings.push({ path: ['unasked', index, 'site'], message });
    return [];
  });
}
