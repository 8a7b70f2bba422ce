import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Begin } from './intake-desk.ts';

/**
 * Starts an execution under the name of the request. Step Functions keeps a name for ninety days and starts nothing under it
 * again, so a request that comes twice (events of S3 do) is worked on once.
 */
export function beginExecution(client: Pick<SFNClient, 'send'>, stateMachineArn: string): Begin {
  return async (request) => {
    try {
      const input = JSON.stringify(request);
      await client.send(new StartExecutionCommand({ stateMachineArn, name: request.request_id, input }));
      return true;
    } catch (error) {
      if (error instanceof ExecutionAlreadyExists) return false;
      throw error;
    }
  };
}
