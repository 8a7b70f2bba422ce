#!/usr/bin/env node
// Verifies an export of the ledger (`localagent ledger export --format jsonl|html`) with nothing but Node:
//   node verify-ledger-export.mjs FILE [--key KEY_ID]
// Each row's hash is computed from its columns, its proof leads to the root, and the root is signed. Give the
// key's id, as you wrote it down before, so that a file signed with any other key is refused. Exit 0: it
// verifies; 1: it does not, and which row or signature it is.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const columns =
  'seq at event call_id run_id step_id caller tool bucket resource args_hash result_hash detail prev_hash';
const sha256 = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map(bytes)))
    .digest();
const bytes = (part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part);

function refuse(reason) {
  console.error(`Not verified: ${reason}`);
  process.exit(1);
}

/** Hash of a row: every column with its length, or `-` where it is null. */
function rowHash(row) {
  const parts = columns.split(' ').map((name) => {
    const text = row[name];
    return text === null ? '-\n' : `${Buffer.byteLength(text)}:${text}\n`;
  });
  return sha256(`localagent ledger row 1\n${parts.join('')}`);
}

/** The root that a leaf and its proof lead to (RFC 6962 and 9162, 2.1.3.2). */
function rootOf(leaf, index, size, proof) {
  let node = sha256(Buffer.from([0]), leaf);
  let at = index;
  let last = size - 1;
  for (const text of proof) {
    if (last === 0) return null;
    const beside = Buffer.from(text, 'hex');
    if (at % 2 === 1 || at === last) {
      node = sha256(Buffer.from([1]), beside, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else node = sha256(Buffer.from([1]), node, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node.toString('hex') : null;
}

const [file, option, wantedKey] = process.argv.slice(2);
if (file === undefined || (option !== undefined && option !== '--key')) refuse('give FILE [--key KEY_ID].');
const text = readFileSync(file, 'utf8');
const inside = /<script type="application\/x-ndjson" id="ledger">\n(.*?)\n<\/script>/s.exec(text);
const lines = (inside ? inside[1] : text).split('\n').filter((line) => line !== '');
const [head, ...rows] = lines.map((line) => JSON.parse(line));
if (head?.schema !== 'localagent.ledger-export.v1') refuse('this is no export of a ledger.');
if (head.rows !== rows.length) refuse(`it names ${head.rows} rows and holds ${rows.length}.`);

const { checkpoint } = head;
if (checkpoint === null) refuse('the ledger was empty, so nothing is signed.');
const spki = Buffer.from(head.public_key, 'base64');
const keyId = sha256(spki).toString('hex').slice(0, 16);
if (checkpoint.key_id !== keyId)
  refuse(`the checkpoint names key ${checkpoint.key_id}, the file holds ${keyId}.`);
if (wantedKey !== undefined && wantedKey !== keyId)
  refuse(`it is signed with key ${keyId}, not ${wantedKey}.`);
const { seq, root, hash, at, signature } = checkpoint;
const signed = Buffer.from(`localagent ledger checkpoint 1\n${seq}\n${root}\n${hash}\n${at}\n`);
const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64'))) refuse('the signature does not fit.');

let before = 0;
for (const row of rows) {
  const number = Number(row.seq);
  if (!Number.isSafeInteger(number) || String(number) !== row.seq) refuse(`"${row.seq}" is no row number.`);
  if (number <= before) refuse(`row ${number} stands out of order.`);
  const computed = rowHash(row);
  if (computed.toString('hex') !== row.hash) refuse(`row ${number} was changed.`);
  if (rootOf(computed, number - 1, seq, row.proof) !== root)
    refuse(`row ${number} is not in the signed tree.`);
  if (head.run_id !== null && row.run_id !== head.run_id) refuse(`row ${number} is of another run.`);
  before = number;
}
console.log(`Verified: ${rows.length} rows of ${seq}, signed ${at} with key ${keyId}.`);
