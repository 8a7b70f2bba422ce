import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectAuthority } from '../../native-host/io/connect.ts';
import { extensionId } from '../../shared/extension-id.ts';
import { frameBytesMax } from '../../shared/limits.ts';
import { createFrameDecoder, encodeFrame } from '../../shared/protocol/frame.ts';
import { type DataFolder, dataFolder, fakeAuthority } from '../fakes/data-folder.ts';

const relayProgram = fileURLToPath(new URL('../../native-host/relay.ts', import.meta.url));
const origin = `chrome-extension://${extensionId}/`;

type Relay = {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every value that came out, and what standard error said. */
  readonly out: unknown[];
  readonly said: () => string;
  readonly exit: Promise<unknown>;
};
const relays: Relay[] = [];
let folder: DataFolder;
beforeEach(() => {
  folder = dataFolder();
});
afterEach(() => {
  for (const { child } of relays.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

function relay(args: readonly string[] = [origin], env: NodeJS.ProcessEnv = {}): Relay {
  const child = spawn(process.execPath, [relayProgram, ...args], { env: { ...folder.env, ...env } });
  const out: unknown[] = [];
  let said = '';
  const decoder = createFrameDecoder();
  child.stdout.on('data', (bytes: Buffer) => {
    for (const value of decoder.push(bytes)) out.push(value.ok ? value.value : value.fault.message);
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stdin.on('error', () => {});
  const exit = once(child, 'close').then(([code]: unknown[]) => code);
  const one = { child, out, said: () => said, exit };
  relays.push(one);
  return one;
}
/** An authority that runs before the relay does. */
async function runAuthority(): Promise<void> {
  const port = await connectAuthority({
    paths: folder.paths,
    role: 'client',
    start: { entry: fakeAuthority },
  });
  if (!port.ok) throw new Error(port.fault.message);
}
async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 5_000 && !condition(); waited += 10) await pause(10);
  expect(condition()).toBe(true);
}

test('frames go both ways whole, however they are cut, and the end of the input ends it cleanly', async () => {
  await runAuthority();
  const one = relay([origin, '--parent-window=0'], { LOCALAGENT_PROFILE: 'work' });
  const big = { text: 'é'.repeat(400_000) };
  const bytes = Buffer.concat([encodeFrame({ one: 1 }), encodeFrame(big), encodeFrame({ three: 3 })]);
  const cuts = [0, 1, 3, 4, 50_000, bytes.length];
  for (const [index, cut] of cuts.entries()) one.child.stdin.write(bytes.subarray(cuts[index - 1] ?? 0, cut));
  await until(() => one.out.length === 3);
  expect(one.out).toEqual([{ one: 1 }, big, { three: 3 }]);
  one.child.stdin.end();
  expect(await one.exit).toBe(0);
  expect(one.said()).toBe('');
  const hellos = folder.notes().flatMap((note) => ('hello' in note ? [note['hello']] : []));
  expect(hellos).toContainEqual({
    role: 'extension',
    origin,
    profile_hint: 'work',
    parent: process.execPath,
    parent_pid: process.pid,
  });
});

test('a program of another extension, or none, is told nothing but why', async () => {
  for (const args of [['chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/'], [origin.slice(0, -1)], []]) {
    const one = relay(args);
    expect(await one.exit).toBe(1);
    expect(one.out).toEqual([]);
    expect(one.said().trim().split('\n')).toHaveLength(1);
  }
  expect(folder.notes()).toEqual([]);
});

test('frames of a browser that is gone before the proof is done are not delivered', async () => {
  await runAuthority();
  for (let round = 0; round < 3; round++) {
    const one = relay();
    one.child.stdin.end(encodeFrame({ act: round }));
    expect(await one.exit).toBe(0);
  }
  await pause(100);
  expect(folder.notes().filter((note) => 'message' in note)).toEqual([]);
});

test('a frame over the limit is told in one line and closes both ends', async () => {
  await runAuthority();
  for (const length of [0, frameBytesMax + 1, 0xffffffff]) {
    const one = relay();
    one.child.stdin.write(encodeFrame('before'));
    await until(() => one.out.length === 1);
    const header = Buffer.alloc(4);
    header.writeUInt32LE(length);
    one.child.stdin.write(header);
    expect(await one.exit).toBe(1);
    expect(one.said().trim().split('\n')).toHaveLength(1);
    expect(one.said()).toMatch(/From the browser: A message/);
  }
});

test('a half frame at the end is dropped', async () => {
  await runAuthority();
  const one = relay();
  one.child.stdin.write(encodeFrame('whole'));
  await until(() => one.out.length === 1);
  one.child.stdin.end(encodeFrame('half of it').subarray(0, 9));
  expect(await one.exit).toBe(0);
  expect(folder.notes().filter((note) => 'message' in note)).toEqual([{ message: 'whole' }]);
});

test('a lost authority ends the relay with exit code 1, killed or by itself', async () => {
  await runAuthority();
  const one = relay();
  one.child.stdin.write(encodeFrame('close'));
  expect(await one.exit).toBe(1);
  const two = relay();
  two.child.stdin.write(encodeFrame('here'));
  await until(() => two.out.length === 1);
  process.kill(Number(await folder.noted('started')), 'SIGKILL');
  expect(await two.exit).toBe(1);
  expect(two.said()).toContain('LocalAgent ended the connection');
});

test('a slow browser slows the authority down and loses nothing', async () => {
  await runAuthority();
  const one = relay();
  one.child.stdout.pause();
  const frame = encodeFrame('x'.repeat(900_000));
  const count = 20;
  for (let sent = 0; sent < count; sent++) one.child.stdin.write(frame);
  await pause(300);
  expect(one.out.length).toBe(0);
  one.child.stdout.resume();
  await until(() => one.out.length === count);
  one.child.stdin.end();
  expect(await one.exit).toBe(0);
});
