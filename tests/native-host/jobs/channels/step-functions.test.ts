import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Channel } from '../../../../native-host/jobs/channels/channel.ts';
import {
  channelFault,
  createStepFunctionsChannel,
  pollTimeoutMs,
} from '../../../../native-host/jobs/channels/step-functions.ts';
import { causeCharactersMax, jobErrorNames, jobFailure } from '../../../../native-host/jobs/failure.ts';
import { outputBytesMax } from '../../../../native-host/jobs/outcome.ts';
import { ok } from '../../../../shared/faults.ts';
import { JobDelivery } from '../../../../shared/protocol/job-messages.ts';
import { FakeStepFunctions } from '../../../fakes/step-functions.ts';
import { channelConformance } from './conformance.ts';

// Contract with AWS as it is documented, against a fake that keeps to that; the emulator's tests are in tests/e2e.

const activityArn = 'arn:aws:states:eu-central-1:123456789012:activity:jobs';
const never = new AbortController().signal;

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(() => vi.unstubAllEnvs());

const open = (endpoint: string): Promise<Channel> =>
  createStepFunctionsChannel({ activityArn, workerName: 'w', profile: null, region: null, endpoint });

channelConformance('step functions', async () => {
  const fake = new FakeStepFunctions(100);
  await fake.listen();
  let given = 0;
  return {
    channel: await open(fake.endpoint),
    give: async (input) => {
      given += 1;
      fake.give(`token-${given}`, input);
    },
    close: async (token) => fake.close(token),
    end: () => fake.end(),
  };
});

let fake: FakeStepFunctions;
let channel: Channel;
beforeEach(async () => {
  fake = new FakeStepFunctions(20);
  await fake.listen();
  channel = await open(fake.endpoint);
  return async () => {
    channel.close();
    await fake.end();
  };
});

test('a poll names the activity and the worker, and an empty answer is no job', async () => {
  expect(await channel.receive(never)).toEqual(ok(null));
  expect(fake.calls).toEqual([{ operation: 'GetActivityTask', body: { activityArn, workerName: 'w' } }]);
});

test('the socket of a poll waits longer than Step Functions holds it', () => {
  expect(pollTimeoutMs).toBeGreaterThan(65_000);
});

test.each(['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken'])(
  '%s says that the task is closed',
  async (error) => {
    fake.give('t', '{}');
    fake.errors.set('SendTaskHeartbeat', [error]);
    expect(await channel.beat('t')).toEqual(ok('closed'));
  },
);

test('a failure goes out with its name and a cause that Step Functions takes', async () => {
  fake.give('t', '{}');
  await channel.fail('t', jobFailure('Refused', 'x'.repeat(100_000)));
  expect(fake.calls.at(-1)).toMatchObject({
    operation: 'SendTaskFailure',
    body: { taskToken: 't', error: 'LocalAgent.Refused', cause: 'x'.repeat(causeCharactersMax) },
  });
});

test('a poll that fails is a fault and asked once, an answer that is throttled is sent again', async () => {
  fake.errors.set('GetActivityTask', ['ActivityWorkerLimitExceeded']);
  expect(await channel.receive(never)).toMatchObject({ ok: false, fault: { code: 'timeout' } });
  expect(fake.calls).toHaveLength(1);
  fake.give('t', '{}');
  fake.errors.set('SendTaskSuccess', ['ThrottlingException']);
  expect(await channel.succeed('t', '{}')).toEqual(ok('taken'));
});

test.each([
  ['AccessDeniedException', 'denied', 'credentials'],
  ['CredentialsProviderError', 'denied', 'aws_profile'],
  ['ExpiredTokenException', 'denied', 'credentials'],
  ['ActivityDoesNotExist', 'not-found', 'activity_arn'],
  ['TimeoutError', 'timeout', 'tried again'],
])('%s is told with what can be done, and without what AWS said', (name, code, word) => {
  const told = channelFault(Object.assign(new Error('token AQCw… of arn:aws:iam::1'), { name }));
  expect(told.code).toBe(code);
  expect(`${told.message} ${told.hint}`).toContain(word);
  expect(JSON.stringify(told)).not.toContain('AQCw');
});

// The bounds that the reference of the API gives for SendTaskFailure, SendTaskSuccess and GetActivityTask.
const errorCharactersMax = 256;
const causeMax = 32_768;
const outputMax = 262_144;
const tokenCharactersMax = 2_048;
const workerNameMax = 80;

test('what is sent keeps to the bounds of the API', async () => {
  for (const name of jobErrorNames) {
    const { error, cause } = jobFailure(name, '\u{1F600}'.repeat(40_000));
    expect(error.length).toBeLessThanOrEqual(errorCharactersMax);
    expect(cause.length).toBeLessThanOrEqual(causeMax);
  }
  expect(outputBytesMax).toBeLessThanOrEqual(outputMax);
  const long = await createStepFunctionsChannel({
    ...{ activityArn, workerName: 'w'.repeat(200), profile: null, region: null, endpoint: fake.endpoint },
  });
  await long.receive(never);
  long.close();
  expect(String(fake.calls.at(-1)?.body['workerName'])).toHaveLength(workerNameMax);
});

test('the longest token that the API gives goes the whole way', async () => {
  const token = 't'.repeat(tokenCharactersMax);
  fake.give(token, '{}');
  const got = await channel.receive(never);
  expect(got).toEqual(ok({ token, input: '{}' }));
  const delivery = { channel: 'step-functions', key: 'k', payload_sha256: 'a'.repeat(64), token };
  expect(JobDelivery.safeParse(delivery).success).toBe(true);
  expect(await channel.beat(token)).toEqual(ok('taken'));
  expect(await channel.succeed(token, '{}')).toEqual(ok('taken'));
});
