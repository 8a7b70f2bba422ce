import { expect, test } from 'vitest';
import type { About } from '../../../native-host/gate/approvals.ts';
import { unasked } from '../../../native-host/gate/approvals.ts';
import { ok } from '../../../shared/faults.ts';
import type { ApprovalRequest } from '../../../shared/run.ts';
import { allow, examplePage, GateRig, target } from '../../fakes/gate-rig.ts';

const onPage = { page: 't1' };
const asks = {
  ...allow,
  decision: 'ask' as const,
  policies: ['write.approve'],
  reason: 'Writing needs your approval.',
};

function rig(by = 'test') {
  const asked: { request: ApprovalRequest; about: About }[] = [];
  const made = new GateRig({
    approvals: {
      ask: async (request, _signal, about) => {
        asked.push({ request, about });
        return { answer: by === 'test' ? 'approved' : 'denied', by };
      },
    },
  });
  made.verdict = (question) => (question.granted ? allow : asks);
  return { made, asked };
}

test('the question says the act itself, its values and why it is asked, and hangs on page and caller', async () => {
  const { made, asked } = rig();
  made.answers.prepare = () =>
    ok({
      page: examplePage,
      targets: [target({ role: 'textbox', name: 'Amount', editable: true })],
      dialog: null,
    });
  await made.call('fill', { ...onPage, selector: '#a', value: '900' });
  expect(asked[0]?.request).toMatchObject({
    title: 'Fill in textbox "Amount" on https://shop.example',
    acts: [{ rule: 'Writing needs your approval.', details: ['textbox "Amount": "900"'] }],
  });
  expect(asked[0]?.about).toEqual({ caller_id: 'c1', page: { profile: 'default', info: examplePage } });
});

test.each([
  [unasked.page, 'The page went elsewhere'],
  [unasked.doors, 'The panel that showed the question was closed'],
  [unasked.asks, 'Too many questions'],
  [unasked.denials, 'The person has said no several times'],
])('a question that was ended by %s says so, and nothing was done', async (by, words) => {
  const { made } = rig(by);
  const { receipt } = await made.call('click', { ...onPage, selector: 'text=Save' });
  expect(receipt.fault).toMatchObject({ code: 'denied' });
  expect(receipt.fault?.message).toContain(words);
  expect(made.sent.some((sent) => sent.method === 'tool.act')).toBe(false);
  expect(made.events().at(-1)).toBe('denied');
});

test('an act on a page that holds another document after the approval is not done, though it has no target', async () => {
  const { made } = rig();
  let prepares = 0;
  made.answers.prepare = () => {
    prepares += 1;
    return ok({ page: { ...examplePage, document_id: `D${prepares}` }, targets: [], dialog: null });
  };
  const { receipt } = await made.call('press_key', { ...onPage, key: 'Enter' });
  expect(receipt.fault?.code).toBe('permit-mismatch');
  expect(made.sent.some((sent) => sent.method === 'tool.act')).toBe(false);
});
