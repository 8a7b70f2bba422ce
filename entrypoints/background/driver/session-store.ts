import type { z } from 'zod';

/** One area of chrome.storage, as far as it is used. */
export type StorageArea = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
};

/** The value under `key`, or `otherwise` when there is none or one of another form (an older version's). */
export async function readStored<T>(
  area: StorageArea,
  key: string,
  schema: z.ZodType<T>,
  otherwise: T,
): Promise<T> {
  const parsed = schema.safeParse((await area.get(key))[key]);
  return parsed.success ? parsed.data : otherwise;
}
