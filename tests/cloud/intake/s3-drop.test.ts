import { expect, test } from 'vitest';
import { takeDropped } from '../../../cloud/intake/s3-drop.ts';
import { countingDesk, intakeConformance } from './conformance.ts';

const eventOf = (key: string) => ({ source: 'aws.s3', detail: { object: { key } } });

intakeConformance('drop into the bucket', async (desk, store) => ({
  async send(name, text) {
    const key = `inbox/team a/${name}.txt`;
    await store.put(key, text);
    await takeDropped(eventOf(key), desk, store);
  },
  async told(name) {
    const stem = `outbox/file/team a/${name}.txt`;
    return (await store.get(`${stem}.md`)) ?? (await store.get(`${stem}.refused.txt`));
  },
  end: async () => undefined,
}));

test('an event of another place is nothing to it, and a key with signs is read as it was written', async () => {
  const { desk, store, begun } = countingDesk();
  expect(await takeDropped(eventOf('library/index.json'), desk, store)).toBeNull();
  await store.put('inbox/a+b é.txt', 'The statement of June.');
  await takeDropped(eventOf('inbox/a+b é.txt'), desk, store);
  expect([...begun.values()]).toMatchObject([
    { from: 'inbox/a+b é.txt', reply_to: 'outbox/file/a+b é.txt.md' },
  ]);
});
