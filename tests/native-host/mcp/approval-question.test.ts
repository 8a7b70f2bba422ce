import { expect, test } from 'vitest';
import { approvalQuestion, decisionOf } from '../../../native-host/mcp/approval-question.ts';

const approval = {
  approval_id: 'b7c1f8a2-0000-4000-8000-000000000001',
  run_id: null,
  title: 'Click button "Delete\u202e all" on https://shop.example',
  acts: [
    {
      text: 'Click button "Delete\n\nall" on https://shop.example',
      bucket: 'delete' as const,
      resource: 'origin:https://shop.example',
      rule: 'delete.approve',
      count: 2,
    },
  ],
  asked_at: '',
  expires_at: '',
};

test('the question says the act, its kind, how often and the rule, on lines that a page cannot break', () => {
  const { message, requestedSchema } = approvalQuestion(approval);
  expect(message.split('\n')).toEqual([
    'LocalAgent asks: Click button "Delete all" on https://shop.example?',
    'delete: Click button "Delete all" on https://shop.example (2 times). delete.approve',
  ]);
  expect(requestedSchema).toMatchObject({
    properties: { decision: { enum: ['deny', 'approve'] } },
    required: ['decision'],
  });
});

test.each([
  [{ action: 'accept', content: { decision: 'approve' } }, 'approved'],
  [{ action: 'accept', content: { decision: 'deny' } }, 'denied'],
  [{ action: 'accept', content: { decision: 'yes' } }, 'denied'],
  [{ action: 'accept' }, 'denied'],
  [{ action: 'accept', content: 'approve' }, 'denied'],
  [{ action: 'decline', content: { decision: 'approve' } }, 'denied'],
  [{ action: 'cancel' }, 'denied'],
])('%j means %s', (answer, decision) => {
  expect(decisionOf(answer)).toBe(decision);
});
