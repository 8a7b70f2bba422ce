import type { SFNClient, SFNClientConfig } from '@aws-sdk/client-sfn';
import { type Fault, failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { Channel, Delivery, Taken } from './channel.ts';

/** Step Functions holds a poll for 60 s; a socket that gave up sooner could lose a task that was just assigned to it. */
export const pollTimeoutMs = 70_000;
const talkTimeoutMs = 8_000;
const connectTimeoutMs = 5_000;
/** Tries of one heartbeat or answer within the SDK; the second answer to one token is refused as closed. */
const talkTriesMax = 3;
/** Polls and heartbeats at once. */
const socketsMax = 64;
const workerNameCharactersMax = 80;

export type StepFunctionsOptions = Readonly<{
  activityArn: string;
  workerName: string;
  /** Profile of the AWS configuration; null: the SDK's own chain. */
  profile: string | null;
  region: string | null;
  endpoint: string | null;
}>;

/** The activity channel. The AWS SDK is loaded here and nowhere sooner: who has no activity pays nothing for it. */
export async function createStepFunctionsChannel(options: StepFunctionsOptions): Promise<Channel> {
  const sdk = await import('@aws-sdk/client-sfn');
  const { activityArn } = options;
  const common: SFNClientConfig = {
    region: options.region ?? regionOf(activityArn),
    ...(options.profile === null ? {} : { profile: options.profile }),
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
  };
  // A poll is never tried again within the SDK: the worker does that, with its own pauses.
  const poller = new sdk.SFNClient({ ...common, maxAttempts: 1, requestHandler: http(pollTimeoutMs) });
  const talker = new sdk.SFNClient({
    ...common,
    maxAttempts: talkTriesMax,
    requestHandler: http(talkTimeoutMs),
  });
  const workerName = options.workerName.slice(0, workerNameCharactersMax);
  const tell = (send: (client: SFNClient) => Promise<unknown>): Promise<Result<Taken>> =>
    told(() => send(talker));
  return {
    name: 'step-functions',
    async receive(signal) {
      try {
        const command = new sdk.GetActivityTaskCommand({ activityArn, workerName });
        const { taskToken, input } = await poller.send(command, { abortSignal: signal });
        return ok(deliveryOf(taskToken, input));
      } catch (error) {
        return signal.aborted ? ok(null) : failed(channelFault(error));
      }
    },
    beat: (taskToken) => tell((client) => client.send(new sdk.SendTaskHeartbeatCommand({ taskToken }))),
    succeed: (taskToken, output) =>
      tell((client) => client.send(new sdk.SendTaskSuccessCommand({ taskToken, output }))),
    fail: (taskToken, { error, cause }) =>
      tell((client) => client.send(new sdk.SendTaskFailureCommand({ taskToken, error, cause }))),
    close() {
      poller.destroy();
      talker.destroy();
    },
  };
}

function http(requestTimeout: number) {
  const agent = { maxSockets: socketsMax, keepAlive: true };
  const bounds = { requestTimeout, throwOnRequestTimeout: true, connectionTimeout: connectTimeoutMs };
  return { ...bounds, httpsAgent: agent, httpAgent: agent };
}

/** An empty token says that nothing came in the time of a poll. */
function deliveryOf(token: string | undefined, input: string | undefined): Delivery | null {
  return token === undefined || token === '' ? null : { token, input: input ?? '' };
}

async function told(send: () => Promise<unknown>): Promise<Result<Taken>> {
  try {
    await send();
    return ok('taken');
  } catch (error) {
    return closedErrors.has(nameOf(error)) ? ok('closed') : failed(channelFault(error));
  }
}

/** The token has expired, its task was closed, or its execution is gone: all say the same to a worker. */
const closedErrors: ReadonlySet<string> = new Set(['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken']);
const deniedErrors =
  /AccessDenied|UnrecognizedClient|InvalidSignature|ExpiredToken|InvalidClientTokenId|CredentialsProvider|TokenProvider/;

/** What keeps the channel from working, with what can be done about it. Never the token, the input or a credential. */
export function channelFault(error: unknown): Fault {
  const name = nameOf(error);
  if (deniedErrors.test(name)) {
    const hint =
      'Look at jobs.aws_profile, the credentials of the worker and the rights states:GetActivityTask and states:SendTask*.';
    return fault('denied', `Step Functions does not let this worker in (${name}).`, hint);
  }
  if (name === 'ActivityDoesNotExist' || name === 'InvalidArn') {
    const hint = 'Look at jobs.activity_arn and jobs.aws_region in config.yaml.';
    return fault('not-found', `Step Functions does not know the activity (${name}).`, hint);
  }
  const hint = 'It is tried again. Look at the network, jobs.endpoint and jobs.aws_region if it stays.';
  return fault('timeout', `Step Functions did not answer as it should (${name}).`, hint);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name.slice(0, 100) : 'unknown';
}

function regionOf(arn: string): string {
  return arn.split(':')[3] ?? '';
}
