import { z } from 'zod';

const JsonRecord = z.record(z.string(), z.json());

/** An output as plain JSON: what is undefined is left out. */
export function toJsonRecord(
  output: Readonly<Record<string, unknown>> | null,
): z.output<typeof JsonRecord> | null {
  return output === null ? null : JsonRecord.parse(JSON.parse(JSON.stringify(output)));
}
