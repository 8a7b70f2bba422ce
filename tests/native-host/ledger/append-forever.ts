// A process of its own for ledger.test.ts to kill: appends until it ends, and says when it has begun.
import { openDatabase } from '../../../native-host/io/database.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { sampleRow } from './sample-rows.ts';

const appendsMax = 100_000;
const ledger = new Ledger(openDatabase(process.argv[2] ?? ''), Buffer.alloc(32, 1));
for (let index = 0; index < appendsMax; index += 1) {
  ledger.append([sampleRow({ event: 'started', call_id: `call-${index}` })]);
  ledger.append([sampleRow({ call_id: `call-${index}` }), sampleRow({ call_id: `read-${index}` })]);
  if (index === 0) process.stdout.write('begun\n');
}
