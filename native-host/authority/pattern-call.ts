import { attempt, failed, type Result } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { badArguments } from '../../shared/tools/bad-arguments.ts';
import { tools } from '../../shared/tools/index.ts';
import type { Gate } from '../gate/gate.ts';
import type { GateAnswer, GateRequest } from '../gate/ports.ts';
import type { Patterns } from '../workflow/ports.ts';

/**
 * One call of a tool or pattern by a client. A pattern is nothing but its primitive calls, each through the gate; its
 * receipt is the last of theirs under the pattern's name.
 */
export async function callTool(
  gate: Gate,
  patterns: Patterns,
  request: GateRequest,
  now: () => number,
): Promise<GateAnswer> {
  const pattern = patterns[request.tool];
  const declaration = tools.get(request.tool);
  const parsed = declaration?.input.safeParse(request.args);
  // What does not fit goes through the gate too: it says what is wrong, and the ledger has it.
  if (pattern === undefined || parsed === undefined || declaration === undefined) return gate.call(request);
  const receipts: Receipt[] = [];
  const done: Result<Record<string, unknown>> = parsed.success
    ? await attempt(async () => {
        const result = await pattern.run(parsed.data, {
          call: async (tool, args) => {
            const one = await gate.call({ ...request, tool, args });
            receipts.push(one.receipt);
            if (one.result !== null) return { ok: true, value: one.result };
            return failed(faultOf(one.receipt));
          },
          now,
          signal: request.signal,
        });
        return result;
      }).then((outer) => (outer.ok ? outer.value : outer))
    : failed(badArguments(request.tool, parsed.error, Object.keys(declaration.input.shape)));
  const last = receipts.at(-1);
  if (last === undefined) return gate.call({ ...request, args: { ...request.args } });
  const receipt: Receipt = done.ok
    ? { ...last, tool: request.tool, fault: null }
    : {
        ...last,
        tool: request.tool,
        fault: done.fault,
        domain: last.fault === null ? 'failed' : last.domain,
      };
  return { receipt, result: done.ok ? done.value : null };
}

function faultOf(receipt: Receipt) {
  return (
    receipt.fault ?? { code: 'internal' as const, message: 'The call gave no result.', hint: 'Try again.' }
  );
}
