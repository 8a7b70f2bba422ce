import type { DatabaseSync } from 'node:sqlite';
import type { SeenGenerations } from './secrets-file.ts';

/**
 * Keeps the highest generation of each secrets file in the database, so that an older copy of the file is
 * noticed.
 */
export function seenGenerations(database: DatabaseSync): SeenGenerations {
  const select = database.prepare('select generation from secret_generations where store_id = ?');
  const upsert = database.prepare(
    `insert into secret_generations (store_id, generation) values (?1, ?2)
      on conflict (store_id) do update set generation = max(generation, ?2)`,
  );
  const read = (storeId: string): number => Number(select.get(storeId)?.['generation'] ?? 0);
  return {
    read,
    note(storeId, generation) {
      if (generation > read(storeId)) upsert.run(storeId, generation);
    },
  };
}
