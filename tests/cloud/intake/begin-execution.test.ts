import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, expect, test, vi } from 'vitest';
import { beginExecution } from '../../../cloud/intake/begin-execution.ts';

const request = {
  request_id: 'file-1',
  text: 'The statement of June.',
  from: 'a',
  channel: 'file',
  reply_to: '',
  received_at: '2026-06-30T10:00:00Z',
} as const;

afterEach(() => void vi.restoreAllMocks());

test('an execution has the name of its request, so that none begins twice', async () => {
  const client = new SFNClient({ region: 'us-east-1' });
  const sent = vi.spyOn(client, 'send').mockImplementation(async () => ({}));
  const begin = beginExecution(client, 'arn:machine');
  expect(await begin(request)).toBe(true);
  const [command] = sent.mock.calls[0] ?? [];
  expect(command).toBeInstanceOf(StartExecutionCommand);
  expect(command?.input).toEqual({
    stateMachineArn: 'arn:machine',
    name: 'file-1',
    input: JSON.stringify(request),
  });
  sent.mockImplementation(async () => {
    throw new ExecutionAlreadyExists({ message: 'as told', $metadata: {} });
  });
  expect(await begin(request)).toBe(false);
  sent.mockImplementation(async () => {
    throw new Error('no network');
  });
  await expect(begin(request)).rejects.toThrow('no network');
});
