import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import { compactSchema } from './compact-schema.ts';
import type { ToolGroup } from './tool-groups.ts';

/**
 * Tools whose result is a text or a picture for the model. They answer with that alone, without an output schema: many clients hand the
 * model only one of content and structured content, and then it would be sent twice to some and not at all to others.
 */
export const toldInContent: ReadonlySet<string> = new Set(['snapshot', 'get_text', 'screenshot']);

/** What every result of a browser tool tells, where there is something to tell (`leanResult`). */
const common = z.object({
  page: z.string(),
  url: z.string(),
  title: z.string(),
  navigated: z.boolean(),
  opened: z.array(z.object()),
  dialog: z.object(),
  download: z.object(),
  rematched: z.array(z.string()),
});

/** The result was too long: here is its head, and the whole lies in a resource. */
const Truncated = z.object({ resource: z.string(), bytes: z.int() });

/** The tools of these groups, in the form in which `tools/list` gives them. */
export function listTools(groups: ReadonlySet<ToolGroup>): readonly Tool[] {
  return [...tools.values()].filter(({ group }) => groups.has(group)).map(describeTool);
}

function describeTool(tool: ToolDeclaration): Tool {
  const { name, title, summary } = tool;
  return {
    name,
    title,
    description: summary,
    inputSchema: { type: 'object', ...compactSchema(tool.input, 'input') },
    ...(toldInContent.has(name) ? {} : { outputSchema: outputSchema(tool) }),
    annotations: annotations(tool),
  };
}

function outputSchema(tool: ToolDeclaration): NonNullable<Tool['outputSchema']> {
  const own = { ...tool.output.shape, truncated: Truncated.optional() };
  const whole = z.object(tool.runs_in === 'extension' ? { ...common.partial().shape, ...own } : own);
  return { type: 'object', ...compactSchema(whole, 'input') };
}

/** Hints for people and clients; what may happen is decided by the policy at each call, whatever stands here. */
function annotations({ buckets, runs_in }: ToolDeclaration): NonNullable<Tool['annotations']> {
  const readOnly = buckets.every((bucket) => bucket === 'read');
  return {
    readOnlyHint: readOnly,
    destructiveHint: buckets.some((bucket) => bucket === 'delete' || bucket === 'admin'),
    idempotentHint: readOnly,
    openWorldHint: runs_in === 'extension',
  };
}
