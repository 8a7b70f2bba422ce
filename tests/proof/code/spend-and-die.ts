import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createCodeCalls } from '../../../native-host/authority/code-calls.ts';
import { openDatabase } from '../../../native-host/io/database.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { runHere } from '../../fakes/code-rig.ts';
import { GateRig } from '../../fakes/gate-rig.ts';

// A process that checks a script, runs it twice under one token, and is killed at a point around the first use. It says what
// it does in files, each line on the disk before the next step. Arguments: folder, and the point to die at.

const [folder = '', point = ''] = process.argv.slice(2);
const key = Buffer.alloc(32, 7);
const database = openDatabase(`${folder}/ledger.db`);
const ledger = new Ledger(database, key);

function die(at: string): void {
  if (at === point) process.kill(process.pid, 'SIGKILL');
}

const rig = new GateRig();
const append = ledger.append.bind(ledger);
const book = {
  get readOnly() {
    return ledger.readOnly;
  },
  append: (rows: Parameters<typeof append>[0]) => {
    const begins = rows.some(({ event }) => event === 'started');
    if (begins) die('before-spend');
    append(rows);
    if (begins) die('after-spend');
  },
  queue: (row: Parameters<typeof ledger.queue>[0]) => ledger.queue(row),
};
const code = createCodeCalls({
  gate: {
    ...rig.gate,
    call: async (request) => {
      appendFileSync(`${folder}/effects`, 'effect\n', { flush: true });
      die('after-effect');
      return rig.gate.call(request);
    },
  },
  gateParts: {
    judge: { judge: async () => ({ decision: 'allow', policies: ['test'], reason: 'Allowed.' }) },
    book,
    approvals: { ask: async () => ({ answer: 'approved', by: 'test' }) },
    redactor: { redactText: (text) => text, redactJson: (value) => value },
    approvalMs: 1_000,
    clock: Date.now,
  },
  policyVersion: () => 'a'.repeat(64),
  originOf: () => 'https://shop.example',
  wasSpent: (jti) => ledger.has(jti),
  runner: { ...runHere, warm: () => undefined },
  key,
  autoApprove: 'high',
});

const request = (tool: string, args: Readonly<Record<string, unknown>>) => ({
  tool,
  args,
  caller: { kind: 'client', id: 'c1', unattended: false } as const,
  profile: null,
  run: null,
  signal: new AbortController().signal,
});
const targets = ['https://shop.example'];
const script = 'await api.post("/click", { selector: "a" });';
const checked = await code.call(request('validate_code', { code: script, targets }));
const token = String(checked?.result?.['token']);
const jti: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())['jti'];
writeFileSync(`${folder}/jti`, String(jti), { flush: true });
await Promise.all([
  code.call(request('execute_code', { token })),
  code.call(request('execute_code', { token })),
]);
die('after-end');
writeFileSync(`${folder}/done`, readFileSync(`${folder}/effects`));
database.close();
