import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';
import { runWorld } from '../simulation/run-world.ts';

const key = Buffer.alloc(32, 3);
/** A file is left behind after so many worlds: what is looked up in it should not grow. */
const worldsPerFile = 100;

/**
 * Gate, ledger, leases, peers, journal: the parts of product, in a world of virtual time in which messages are lost, doubled,
 * late and out of order, and authority, worker, browser and connection end at any moment. A seed is a whole life.
 */
export const figure: Figure = {
  id: 'F19',
  promise: 'whatever is lost, doubled, late or killed: no act without intent, none twice, each told truly',
  unit: 'simulated lives',
  sizes: { ci: 100, long: 100_000 },
  async run({ count, seed, progress }) {
    const counted = startCount();
    const folder = mkdtempSync(join(tmpdir(), 'la-simulated-'));
    const sum = { effects: 0, unknown: 0 };
    // Hashing waits for a thread of its own; here all that happens is to happen in an order that the seed gives.
    const digest = mock.method(
      crypto.subtle,
      'digest',
      async (_name: unknown, data: Uint8Array) =>
        Uint8Array.from(createHash('sha256').update(data).digest()).buffer,
    );
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
    try {
      for (let first = 0; first < count; first += worldsPerFile) {
        const path = join(folder, `${first}.db`);
        const database = openDatabase(path);
        database.exec('pragma synchronous = off');
        for (let index = first; index < Math.min(count, first + worldsPerFile); index += 1) {
          const name = `world ${seed + index}`;
          const chance = startSeeded(seed + index);
          const tick = (ms: number): void => mock.timers.tick(ms);
          const { wrong, effects, unknown } = await runWorld(database, { name, key, chance, tick });
          sum.effects += effects;
          sum.unknown += unknown;
          if (wrong.length === 0) counted.pass();
          else counted.fail(`--seed ${seed + index} --count 1: ${wrong.join('; ')}`);
          progress(index + 1);
        }
        closeDatabase(database);
        const { ok, kind } = verifyLedger(path, key);
        if (!ok) counted.fail(`the ledger of the lives from ${seed + first} on is ${kind}`);
        rmSync(path, { force: true });
      }
    } finally {
      mock.timers.reset();
      digest.mock.restore();
      rmSync(folder, { recursive: true, force: true });
    }
    return counted.finding({ effects: sum.effects, 'shown as unknown': sum.unknown });
  },
};
