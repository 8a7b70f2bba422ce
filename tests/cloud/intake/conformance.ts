import { expect, test } from 'vitest';
import { answer } from '../../../cloud/handlers/answer.ts';
import { createIntakeDesk, type IntakeDesk } from '../../../cloud/intake/intake-desk.ts';
import { storedReply } from '../../../cloud/intake/stored-reply.ts';
import type { IntakeRequest } from '../../../cloud/job-shapes.ts';
import { fakeMeans, fakeStore } from '../fake-store.ts';

/** One way in, as a person uses it. */
export type IntakeRig = Readonly<{
  /** Sends a text under a name of the person's own; resolves once it was dealt with. */
  send(name: string, text: string): Promise<void>;
  /** What the person is told about it: the answer, or why it was refused; null: nothing yet. */
  told(name: string): Promise<string | null>;
  end(): Promise<void>;
}>;

/** A desk whose requests are counted, and the handler that answers them as the state machine does. */
export function countingDesk() {
  const begun = new Map<string, IntakeRequest>();
  const store = fakeStore();
  const desk = createIntakeDesk({
    begin: async (request) => {
      if (begun.has(request.request_id)) return false;
      begun.set(request.request_id, request);
      return true;
    },
    reply: storedReply(store),
    now: () => new Date('2026-06-30T10:00:00Z'),
  });
  const answerAll = async (markdown: string): Promise<void> => {
    for (const request of begun.values())
      await answer({ request, markdown, status: 'done' }, fakeMeans({ store }));
  };
  return { desk, store, begun, answerAll };
}

/** What every way in does; each one's test file runs it. */
export function intakeConformance(
  name: string,
  create: (desk: IntakeDesk, store: ReturnType<typeof fakeStore>) => Promise<IntakeRig>,
): void {
  const within = async (
    work: (rig: IntakeRig, counted: ReturnType<typeof countingDesk>) => Promise<void>,
  ) => {
    const counted = countingDesk();
    const rig = await create(counted.desk, counted.store);
    try {
      await work(rig, counted);
    } finally {
      await rig.end();
    }
  };

  test(`${name}: a text becomes one request, and its answer goes back the way it came`, () =>
    within(async (rig, { begun, answerAll }) => {
      await rig.send('order', 'The statement of June, please. Größe: é');
      expect([...begun.values()]).toMatchObject([{ text: 'The statement of June, please. Größe: é' }]);
      expect(await rig.told('order')).toBeNull();
      await answerAll('Here it is.');
      await expect.poll(() => rig.told('order')).toContain('Here it is.');
    }));

  test(`${name}: the same sent twice is begun once, another is another`, () =>
    within(async (rig, { begun }) => {
      await rig.send('order', 'The statement of June.');
      await rig.send('order', 'The statement of June.');
      expect(begun.size).toBe(1);
      await rig.send('other', 'The statement of May.');
      expect(begun.size).toBe(2);
    }));

  test(`${name}: what is no request begins nothing, and its sender is told why`, () =>
    within(async (rig, { begun }) => {
      await rig.send('long', 'x'.repeat(5_000));
      await rig.send('large', 'x'.repeat(20_000));
      await rig.send('empty', '  ');
      expect(begun.size).toBe(0);
      for (const sent of ['long', 'empty'])
        await expect.poll(() => rig.told(sent)).toContain('1 to 4000 characters');
      await expect.poll(() => rig.told('large')).toContain('at most 16384 bytes');
    }));
}
