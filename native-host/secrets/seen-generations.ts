import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SeenGenerations } from './secrets-file.ts';

const busyMs = 5_000;

/**
 * Keeps the highest generation of each secrets file in the database, so that an older copy of the file is
 * noticed; `onNewKey` is told when it comes with a later key.
 */
export function seenGenerations(
  database: DatabaseSync,
  onNewKey: (keyId: number) => void = () => undefined,
): SeenGenerations {
  const select = database.prepare('select generation from secret_generations where store_id = ?');
  const selectKey = database.prepare('select key_id from secret_generations where store_id = ?');
  const upsert = database.prepare(
    `insert into secret_generations (store_id, generation, key_id) values (?1, ?2, ?3)
      on conflict (store_id) do update set generation = max(generation, ?2), key_id = ?3`,
  );
  const read = (storeId: string): number => Number(select.get(storeId)?.['generation'] ?? 0);
  return {
    read,
    note(storeId, generation, keyId) {
      if (generation <= read(storeId)) return;
      const before = Number(selectKey.get(storeId)?.['key_id'] ?? keyId);
      upsert.run(storeId, generation, keyId);
      if (keyId > before) onNewKey(keyId);
    },
  };
}

/** The same for looking only: what the database says, when there is one; nothing is written. */
export function readGenerations(file: string): SeenGenerations {
  return {
    read(storeId) {
      if (!existsSync(file)) return 0;
      const database = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
      try {
        const select = database.prepare('select generation from secret_generations where store_id = ?');
        return Number(select.get(storeId)?.['generation'] ?? 0);
      } finally {
        database.close();
      }
    },
    note: () => undefined,
  };
}
