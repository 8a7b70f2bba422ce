// A process of its own for figures/failing-disk.ts, run with a limit on the size of files: it does as the gate does, and says
// what it did on its standard output, which no limit touches. It ends when the ledger can no longer be written.
import { join } from 'node:path';
import { openDatabase } from '../../native-host/io/database.ts';
import { deriveKey, loadKey } from '../../native-host/io/key-file.ts';
import { Ledger, LedgerError } from '../../native-host/ledger/ledger.ts';
import { Vault } from '../../native-host/secrets/vault.ts';
import { sampleRow } from '../native-host/ledger/sample-rows.ts';

const actsMax = 400;
const folder = process.argv[2] ?? '';
const keyPath = join(folder, 'key');
const master = loadKey(keyPath, []);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What fails is told and goes no further; the secrets stay as they were. */
function attempt(what: string, work: () => unknown): void {
  try {
    work();
    say(`${what} done`);
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    say(`${what} failed`);
  }
}

try {
  const ledger = new Ledger(openDatabase(join(folder, 'localagent.db')), deriveKey(master, 'ledger'));
  const vault = Vault.open({ secretsPath: join(folder, 'secrets.json'), keyPath });
  for (let act = 0; act < actsMax; act += 1) {
    const call = sampleRow({ call_id: `act-${act}`, detail: { text: 'x'.repeat(500) } });
    ledger.append([{ ...call, event: 'started' }]);
    say(`effect ${act}`);
    ledger.append([call]);
    if (act % 20 === 5) attempt('set', () => vault.set(`new-${act}`, `value-${act}`, ['domain:example.com']));
    if (act % 40 === 15) attempt('rotate', () => vault.rotate('file', null));
    if (act === 100) ledger.compact(Date.now() + 1, () => sampleRow({ event: 'compacted' }));
  }
  say('end');
} catch (error) {
  if (!(error instanceof LedgerError)) say(`start ${error instanceof Error ? error.message : ''}`);
  say('stopped');
}
process.exit(0);
