import { z } from 'zod';
import type { Fault } from '../../../shared/faults.ts';
import { extensionTools } from '../../../shared/tools/index.ts';

// The tools as a client has them, less the one that runs script: a policy reaches the page through nothing else.

type Offered = Exclude<keyof typeof extensionTools, 'evaluate_script'>;

export type Tools = {
  readonly [Name in Offered]: (
    args: z.input<(typeof extensionTools)[Name]['input']>,
  ) => Promise<z.output<(typeof extensionTools)[Name]['output']>>;
};

/** A tool's refusal, thrown; a policy that expects one catches it. */
export class ToolFault extends Error {
  readonly fault: Fault;
  constructor(tool: string, fault: Fault) {
    super(`${tool}: ${fault.code}: ${fault.message}`);
    this.fault = fault;
  }
}

export type CallTool = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<{ readonly fault: Fault | null; readonly result: Readonly<Record<string, unknown>> | null }>;

export function toolsOver(call: CallTool): Tools {
  const named = Object.entries(extensionTools)
    .filter(([name]) => name !== 'evaluate_script')
    .map(([name, { output }]) => {
      const known = z.object(output.shape);
      return [
        name,
        async (args: Readonly<Record<string, unknown>>) => {
          const { fault, result } = await call(name, args);
          if (fault !== null) throw new ToolFault(name, fault);
          return known.parse(result);
        },
      ];
    });
  // Each function parses its result by the declaration of its own name, which the entries no longer tell.
  return Object.fromEntries(named) as Tools;
}
