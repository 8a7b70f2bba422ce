import { expect, test } from 'vitest';
import { createCronChannel } from '../../../native-host/cron/cron-channel.ts';
import { jobFailure } from '../../../native-host/jobs/failure.ts';
import { ok } from '../../../shared/faults.ts';
import { channelConformance } from '../jobs/channels/conformance.ts';

const never = new AbortController().signal;

function rig() {
  const due: { token: string; input: string }[] = [];
  let now = 0;
  const channel = createCronChannel({
    take: async () => ok(due.splice(0)),
    now: () => now,
    random: () => 1,
    sleep: async () => undefined,
  });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { channel, due, pass };
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

test('what was never begun is tried three times, with pauses that grow; anything else once', async () => {
  const { channel, due, pass } = rig();
  due.push({ token: 'a@1', input: '{}' });
  for (const pause of [200, 400]) {
    expect(await channel.receive(never)).toMatchObject({ value: { token: 'a@1' } });
    await channel.fail('a@1', jobFailure('BrowserUnavailable', 'why'));
    pass(pause - 1);
    expect(await channel.receive(never)).toEqual(ok(null));
    pass(1);
  }
  expect(await channel.receive(never)).toMatchObject({ value: { token: 'a@1' } });
  await channel.fail('a@1', jobFailure('BrowserUnavailable', 'why'));
  pass(1_000_000);
  expect(await channel.receive(never)).toEqual(ok(null));
  due.push({ token: 'b@1', input: '{}' });
  await channel.receive(never);
  await channel.fail('b@1', jobFailure('OutcomeUnknown', 'why'));
  pass(1_000_000);
  expect(await channel.receive(never)).toEqual(ok(null));
});
