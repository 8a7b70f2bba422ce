import { z } from 'zod';
import { LedgerCheckpoint } from '../../../shared/ledger-checkpoint.ts';

// The browser's memory of how the host's ledger stood: its latest checkpoints. Whoever puts an old ledger
// back, or cuts its end off, would have to change the browser's profile as well.

const storageKey = 'ledger_anchors';
const keptMax = 20;

type Area = Pick<chrome.storage.StorageArea, 'get' | 'set'>;

export async function readAnchors(area: Area): Promise<LedgerCheckpoint[]> {
  const stored = z.array(LedgerCheckpoint).safeParse((await area.get(storageKey))[storageKey]);
  return stored.success ? stored.data.slice(-keptMax) : [];
}

/** Adds the checkpoint, unless one of the same key covers as many rows: then the ledger was set back, and the older word stands. */
export async function keepAnchor(area: Area, checkpoint: LedgerCheckpoint): Promise<Record<string, never>> {
  const known = await readAnchors(area);
  const isBack = known.some(({ key_id, seq }) => key_id === checkpoint.key_id && seq >= checkpoint.seq);
  if (!isBack) await area.set({ [storageKey]: [...known, checkpoint].slice(-keptMax) });
  return {};
}
