import { expect, test } from 'vitest';
import { consentToModel, objectiveSends } from '../../../native-host/authority/consent-to-model.ts';
import type { Answered } from '../../../native-host/gate/approvals.ts';
import type { ApprovalRequest } from '../../../shared/run.ts';

const far = { name: 'big-model', place: 'api.models.test', remote: true };

async function consent(
  answer: Answered['answer'],
  more: { readonly unattended?: boolean; readonly model?: typeof far } = {},
) {
  const asked: ApprovalRequest[] = [];
  const refusal = await consentToModel(
    {
      desk: {
        ask: async (request) => {
          asked.push(request);
          return { answer, by: 'panel', scope: 'once' };
        },
      },
      clock: () => 0,
      config: { approvals: { timeout_seconds: 120 } },
    },
    {
      model: more.model ?? far,
      runId: 'run',
      unattended: more.unattended ?? false,
      sends: objectiveSends({ objective: 'How high is it?', selection: 'my notes' }),
      signal: new AbortController().signal,
    },
  );
  return { refusal, asked };
}

test('a model of this machine is asked without a question', async () => {
  const { refusal, asked } = await consent('denied', { model: { ...far, remote: false } });
  expect([refusal, asked]).toEqual([null, []]);
});

test('one elsewhere is asked only once the person agreed, who is told where it is and what it is sent', async () => {
  const { refusal, asked } = await consent('approved');
  expect(refusal).toBeNull();
  expect(asked[0]?.title).toBe('Send this objective to big-model at api.models.test');
  expect(asked[0]?.acts[0]?.details?.join(' ')).toMatch(
    /How high is it\? What you selected.+Parts of the pages.+Never a stored secret/,
  );
});

test('no, silence, and nobody there are all no, and nothing is sent', async () => {
  expect((await consent('denied')).refusal).toMatchObject({ status: 'refused', fault: { code: 'denied' } });
  expect((await consent('timeout')).refusal?.fault.code).toBe('approval-timeout');
  const { refusal, asked } = await consent('approved', { unattended: true });
  expect(refusal?.fault.message).toContain('nobody is there to agree');
  expect(asked).toEqual([]);
});
