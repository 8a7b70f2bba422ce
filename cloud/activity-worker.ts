import {
  GetActivityTaskCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { HandlerName } from './handlers/index.ts';
import type { Means } from './means.ts';
import { runHandler } from './run-handler.ts';

/** Milliseconds between polls after one that failed. */
const troubleMs = 2_000;

export type HandlerWorker = {
  readonly client: SFNClient;
  /** A poll is held for 60 s: its client must wait longer than that. */
  readonly activities: readonly (readonly [HandlerName, string])[];
  readonly means: Means;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
};

/** Where there is no Lambda: the same handlers as activity workers, one poll for each, until the signal fires. */
export async function workHandlers({
  client,
  activities,
  means,
  signal,
  report,
}: HandlerWorker): Promise<void> {
  const poll = async (name: HandlerName, activityArn: string): Promise<void> => {
    while (!signal.aborted) {
      try {
        const command = new GetActivityTaskCommand({ activityArn, workerName: name });
        const { taskToken, input } = await client.send(command, { abortSignal: signal });
        if (taskToken === undefined || taskToken === '') continue;
        await answer(name, taskToken, input ?? 'null');
      } catch (error) {
        if (signal.aborted) return;
        report(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, troubleMs));
      }
    }
  };
  const answer = async (name: HandlerName, taskToken: string, input: string): Promise<void> => {
    const end = await runHandler(name, JSON.parse(input), means);
    report(`${name}: ${end.ok ? 'done' : `${end.error}: ${end.cause}`}`);
    try {
      if (end.ok) {
        await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(end.result) }));
      } else {
        await client.send(new SendTaskFailureCommand({ taskToken, error: end.error, cause: end.cause }));
      }
    } catch (error) {
      // The state has timed out and been tried again; what was computed lies in the store, and nothing else was done.
      if (!(error instanceof TaskTimedOut)) throw error;
    }
  };
  await Promise.all(activities.map(([name, arn]) => poll(name, arn)));
}
