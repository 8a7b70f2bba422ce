import { expect, test } from 'vitest';
import { PageQueue } from '../../../../entrypoints/background/driver/page-queue.ts';

test('one at a time for each page, in order, and pages do not wait for each other', async () => {
  const queue = new PageQueue();
  const log: string[] = [];
  const work = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await new Promise((done) => setTimeout(done, ms));
    log.push(`${name} ends`);
  };
  await Promise.all([
    queue.run('t1', work('a', 20)),
    queue.run('t1', work('b', 1)),
    queue.run('t2', work('c', 5)),
  ]);
  expect(log).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins', 'b ends']);
});

test('work that fails lets the next one through', async () => {
  const queue = new PageQueue();
  const failing = queue.run('t1', async () => Promise.reject(new Error('no')));
  const next = queue.run('t1', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
