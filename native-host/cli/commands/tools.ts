import { z } from 'zod';
import { Bucket } from '../../../shared/actions.ts';
import { ToolCategory, type ToolDeclaration } from '../../../shared/tools/define-tool.ts';
import { tools as declarations } from '../../../shared/tools/index.ts';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { tableLines } from '../table.ts';

/** What `localagent tools --json` prints. */
export const ToolsDocument = z.strictObject({
  schema: z.literal('localagent.tools.v1'),
  tools: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      summary: z.string(),
      category: ToolCategory,
      group: z.enum(['core', 'more', 'pattern']),
      /** Every bucket that a call can fall into, the usual one first. */
      buckets: z.array(Bucket).min(1),
      input_schema: z.record(z.string(), z.unknown()),
      output_schema: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ToolsDocument = z.infer<typeof ToolsDocument>;

export function toolsDocument(): ToolsDocument {
  return { schema: 'localagent.tools.v1', tools: [...declarations.values()].map(described) };
}

function described(tool: ToolDeclaration): ToolsDocument['tools'][number] {
  const { name, title, summary, category, group } = tool;
  return {
    name,
    title,
    summary,
    category,
    group,
    buckets: [...tool.buckets],
    // What a caller may send: a field with a default may be left out.
    input_schema: z.toJSONSchema(tool.input, { io: 'input' }),
    output_schema: z.toJSONSchema(tool.output, { io: 'output' }),
  };
}

export const tools = defineCommand({
  name: 'tools',
  summary: 'what can be asked of a browser: every tool with its kind and schemas',
  async run(invocation, { terminal }) {
    if (invocation.json) terminal.printJson(toolsDocument());
    else {
      const rows = toolsDocument().tools.map((tool) => [
        tool.name,
        tool.category,
        tool.buckets.join(', '),
        tool.summary,
      ]);
      terminal.print(tableLines(['Tool', 'Category', 'Bucket', 'What it does'], rows));
    }
    return exitCode.done;
  },
});
