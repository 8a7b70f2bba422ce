import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileDrop } from '../../../cloud/intake/file-drop.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { countingDesk, intakeConformance } from './conformance.ts';

const intervalMs = 10;
const dropAt = (folder: string) =>
  createFileDrop({ folder, intervalMs, onTrouble: (why) => expect.fail(why) });

function toldAt(folder: string, name: string): string | null {
  const files = [join(folder, 'answers', `${name}.txt.md`), join(folder, 'refused', `${name}.txt.why.txt`)];
  const file = files.find((one) => existsSync(one));
  return file === undefined ? null : readFileSync(file, 'utf8');
}

async function send(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, 'inbox', `${name}.txt`);
  writeFileSync(file, text);
  await expect.poll(() => existsSync(file)).toBe(false);
  await expect.poll(() => readdirSync(join(folder, 'inbox'))).toEqual([]);
}

intakeConformance('file drop', async (desk) => {
  const folder = temporaryFolder();
  const drop = dropAt(folder);
  await drop.open(desk);
  return {
    send: (name, text) => send(folder, name, text),
    told: async (name) => toldAt(folder, name),
    end: () => drop.close(),
  };
});

test('what was taken before a restart is answered after it', async () => {
  const folder = temporaryFolder();
  const { desk, answerAll } = countingDesk();
  const before = dropAt(folder);
  await before.open(desk);
  await send(folder, 'order', 'The statement of June.');
  await before.close();
  await answerAll('Here it is.');
  const after = dropAt(folder);
  await after.open(desk);
  await expect.poll(() => toldAt(folder, 'order')).toBe('Here it is.\n');
  await after.close();
});

test('nothing that was dropped is lost: a second file of the same name is kept beside the first', async () => {
  const folder = temporaryFolder();
  const { desk, begun } = countingDesk();
  const drop = dropAt(folder);
  await drop.open(desk);
  await send(folder, 'order', 'June.');
  await send(folder, 'order', 'May.');
  await drop.close();
  expect(begun.size).toBe(2);
  const taken = readdirSync(join(folder, 'taken')).filter((name) => name.endsWith('.txt'));
  expect(taken.sort()).toEqual(['order-2.txt', 'order.txt']);
});
