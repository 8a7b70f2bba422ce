import { z } from 'zod';
import type { FromRunner } from './runner-messages.ts';

const originsMax = 1_000;
const Sources = z.array(z.string().max(2_000)).max(originsMax);
const Line = z.int().min(0);
const Steps = z.number().min(0);

/** What a script's process may say. It is the one that the script runs in, so it is believed nothing that has another form. */
export const RunnerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('call'),
    verb: z.enum(['get', 'post']),
    path: z.string().max(200),
    args: z.record(z.string(), z.json()),
    sources: Sources,
    start: z.int().min(0),
    line: Line,
  }),
  z.strictObject({ type: z.literal('done'), value: z.json(), sources: Sources, steps: Steps }),
  z.strictObject({ type: z.literal('threw'), value: z.json(), line: Line, steps: Steps }),
  z.strictObject({
    type: z.literal('stopped'),
    reason: z.enum(['fuel', 'memory', 'time', 'calls', 'not-in-language', 'too-large']),
    message: z.string().max(500),
    line: Line,
  }),
]) satisfies z.ZodType<FromRunner>;
