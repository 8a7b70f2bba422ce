import type { z } from 'zod';
import type { Behaviour, Page, ResolvedTarget } from '../../entrypoints/background/page.ts';
import { pageBehaviours } from '../../entrypoints/background/tools/index.ts';
import { recheckTarget, resolveTargets } from '../../entrypoints/background/tools/resolve-targets.ts';
import { attempt, type Result } from '../../shared/faults.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { extensionTools } from '../../shared/tools/index.ts';

export type PageToolName = keyof typeof pageBehaviours;
type Output<Name extends PageToolName> = z.output<(typeof extensionTools)[Name]['output']>;

/** Runs one tool as the dispatcher does: parse, resolve, re-check, act. */
export async function runTool<Name extends PageToolName>(
  page: Page,
  name: Name,
  args: Record<string, unknown>,
  { secrets = {}, timeoutMs = 10_000 }: { secrets?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Result<{ result: Output<Name>; verified: boolean }>> {
  // Name ties declaration and behaviour together; the compiler sees the two tables apart.
  const tool = extensionTools[name] as unknown as ToolDeclaration;
  const behaviour = pageBehaviours[name] as unknown as Behaviour<ToolDeclaration>;
  return attempt(async () => {
    const deadline = Date.now() + timeoutMs;
    const parsed = tool.input.parse(args);
    const queries = tool.targetsOf(parsed);
    const found = await resolveTargets(page, queries, deadline);
    const targets: ResolvedTarget[] = [];
    for (const [at, { description }] of found.entries()) {
      targets.push(await recheckTarget(page, description, deadline, queries[at]?.position));
    }
    const context = { signal: new AbortController().signal, deadline, secrets, caller: 'c1' };
    const outcome = await behaviour(page, parsed, targets, context);
    return { result: tool.output.parse(outcome.result) as Output<Name>, verified: outcome.verified };
  });
}
