import { expect, test } from 'vitest';
import type { Channel } from '../../../../native-host/jobs/channels/channel.ts';
import { jobFailure } from '../../../../native-host/jobs/failure.ts';
import { ok } from '../../../../shared/faults.ts';

/** What a test does to the other end of a channel. */
export type ChannelRig = {
  readonly channel: Channel;
  /** Gives one job whose payload is this text. */
  give(input: string): Promise<void>;
  /** Ends the job at its sender's side, as its time-out does. */
  close(token: string): Promise<void>;
  end(): Promise<void>;
};

/** What every channel does; each one's test file runs it. */
export function channelConformance(name: string, create: () => Promise<ChannelRig>): void {
  const never = new AbortController().signal;
  const within = async (work: (rig: ChannelRig) => Promise<void>): Promise<void> => {
    const rig = await create();
    try {
      await work(rig);
    } finally {
      rig.channel.close();
      await rig.end();
    }
  };
  const take = async ({ channel }: ChannelRig): Promise<{ token: string; input: string }> => {
    const got = await channel.receive(never);
    if (!got.ok || got.value === null) throw new Error(`nothing came: ${JSON.stringify(got)}`);
    return got.value;
  };

  test(`${name}: a job comes once, with its payload as it was sent`, () =>
    within(async (rig) => {
      await rig.give('{"job_id":"é"}');
      const { token, input } = await take(rig);
      expect(token).not.toBe('');
      expect(input).toBe('{"job_id":"é"}');
      expect(await rig.channel.receive(AbortSignal.timeout(300))).toEqual(ok(null));
    }));

  test(`${name}: to stop waiting is no fault, and no job`, () =>
    within(async ({ channel }) => {
      const stop = new AbortController();
      const waiting = channel.receive(stop.signal);
      stop.abort();
      expect(await waiting).toEqual(ok(null));
      expect(await channel.receive(stop.signal)).toEqual(ok(null));
    }));

  test(`${name}: an open job takes heartbeats and one answer; after that its token is closed`, () =>
    within(async (rig) => {
      await rig.give('{}');
      await rig.give('{}');
      const [first, second] = [await take(rig), await take(rig)];
      expect(await rig.channel.beat(first.token)).toEqual(ok('taken'));
      expect(await rig.channel.succeed(first.token, '{"done":true}')).toEqual(ok('taken'));
      expect(await rig.channel.succeed(first.token, '{"done":true}')).toEqual(ok('closed'));
      expect(await rig.channel.beat(first.token)).toEqual(ok('closed'));
      expect(await rig.channel.fail(second.token, jobFailure('Failed', 'why'))).toEqual(ok('taken'));
      expect(await rig.channel.fail(second.token, jobFailure('Failed', 'why'))).toEqual(ok('closed'));
    }));

  test(`${name}: a job that its sender has closed takes nothing`, () =>
    within(async (rig) => {
      await rig.give('{}');
      const { token } = await take(rig);
      await rig.close(token);
      expect(await rig.channel.beat(token)).toEqual(ok('closed'));
      expect(await rig.channel.succeed(token, '{}')).toEqual(ok('closed'));
      expect(await rig.channel.fail(token, jobFailure('Failed', 'why'))).toEqual(ok('closed'));
    }));
}
