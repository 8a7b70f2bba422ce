import { expect, test } from 'vitest';
import { createCronChannel } from '../../../native-host/cron/cron-channel.ts';
import { ok } from '../../../shared/faults.ts';
import { channelConformance } from '../jobs/channels/conformance.ts';

const never = new AbortController().signal;

function rig() {
  const due: { token: string; input: string }[] = [];
  let slept = 0;
  const channel = createCronChannel({
    take: async () => ok(due.splice(0, 1)),
    sleep: async () => {
      slept += 1;
    },
  });
  return { channel, due, slept: () => slept };
}

channelConformance('cron', async () => {
  const { channel, due } = rig();
  let given = 0;
  return {
    channel,
    give: async (input) => {
      given += 1;
      due.push({ token: `entry@${given}`, input });
    },
    // A schedule has nobody who takes a job back: what closes it is its answer.
    close: async (token) => void (await channel.succeed(token)),
    end: async () => undefined,
  };
});

test('it waits only where nothing is due, and nothing is taken once it is to stop', async () => {
  const { channel, due, slept } = rig();
  due.push({ token: 'a@1', input: '{}' }, { token: 'b@1', input: '{}' });
  expect(await channel.receive(never)).toMatchObject({ value: { token: 'a@1' } });
  expect(await channel.receive(never)).toMatchObject({ value: { token: 'b@1' } });
  expect(slept()).toBe(0);
  expect(await channel.receive(never)).toEqual(ok(null));
  expect(slept()).toBe(1);
  due.push({ token: 'c@1', input: '{}' });
  expect(await channel.receive(AbortSignal.abort())).toEqual(ok(null));
  expect(due).toHaveLength(1);
});
