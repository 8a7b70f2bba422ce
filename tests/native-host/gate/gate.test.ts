import { expect, test } from 'vitest';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { allow, deny, examplePage, GateRig, outcome, target } from '../../fakes/gate-rig.ts';

const onPage = { page: 't1' };

test('the intent is in the ledger before the act leaves the host, the end after it', async () => {
  const rig = new GateRig();
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.order).toEqual(['tool.prepare', 'requested', 'started', 'tool.act', 'completed']);
  expect(receipt).toMatchObject({
    transport: 'succeeded',
    domain: 'unknown',
    target: 'button "Save"',
    resource: 'origin:https://shop.example',
  });
});

test('only a result that was read back makes an act a success of the domain', async () => {
  const rig = new GateRig();
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target({ editable: true })], dialog: null });
  rig.answers.act = () =>
    ok(outcome({ fields: [{ selector: '#a', value: 'x', matches: true }] }, { verified: true }));
  const { receipt } = await rig.call('fill', { ...onPage, selector: '#a', value: 'x' });
  expect([receipt.domain, receipt.evidence]).toEqual(['succeeded', 'verified']);
});

test('a denial dispatches nothing and names the policy', async () => {
  const rig = new GateRig();
  rig.verdict = () => deny;
  const { receipt, result } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.sent.map((sent) => sent.method)).toEqual(['tool.prepare']);
  expect(rig.events()).toEqual(['requested', 'denied']);
  expect(result).toBeNull();
  expect(receipt.verdict.policies).toEqual(['test.deny']);
  expect(receipt.fault?.message).toBe('Not here.');
});

test('a click on a target whose name says delete is judged as delete', async () => {
  const rig = new GateRig();
  rig.answers.prepare = () =>
    ok({ page: examplePage, targets: [target({ name: 'Delete invoice' })], dialog: null });
  await rig.call('click', { ...onPage, selector: 'text=Delete' });
  expect(rig.questions.map((question) => question.bucket)).toEqual(['delete']);
});

test('accepting the question that a deleting click raised is judged as delete, dismissing it as write', async () => {
  const rig = new GateRig();
  const dialog = { kind: 'confirm', message: 'Sure?' } as const;
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target({ name: 'Delete' })], dialog: null });
  rig.answers.act = () =>
    ok(
      outcome(
        { delivered: true, effects: [] },
        { caused: { navigated: false, opened: [], dialog, download: null } },
      ),
    );
  await rig.call('click', { ...onPage, selector: 'text=Delete' });
  rig.answers.prepare = () => ok({ page: examplePage, targets: [], dialog: null });
  rig.answers.act = () => ok(outcome({ kind: 'confirm', message: 'Sure?', accepted: false }));
  await rig.call('handle_dialog', { ...onPage, accept: true });
  await rig.call('handle_dialog', { ...onPage, accept: true });
  expect(rig.questions.map((question) => question.bucket)).toEqual(['delete', 'delete', 'write']);
});

test('a target in a frame of another site is judged on both sites, and one denial is enough', async () => {
  const rig = new GateRig();
  const frame = { id: 3, url: 'https://ads.example/x', origin: 'https://ads.example', document_id: 'D3' };
  rig.answers.prepare = () => ok({ page: examplePage, targets: [target({ frame })], dialog: null });
  rig.verdict = (question) =>
    question.resource.kind === 'site' && question.resource.url.includes('ads') ? deny : allow;
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.questions).toHaveLength(2);
  expect(receipt.verdict.decision).toBe('deny');
});

test('what asks is asked once, prepared again, and done with the answer in ledger and receipt', async () => {
  const rig = new GateRig();
  rig.verdict = (question) => (question.granted ? allow : { ...allow, decision: 'ask' });
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.events()).toEqual(['requested', 'approval_requested', 'approved', 'started', 'completed']);
  expect(receipt.approval).toMatchObject({ answer: 'approved', by: 'test' });
  expect(rig.sent.filter((sent) => sent.method === 'tool.prepare')).toHaveLength(2);
});

test.each(['denied', 'timeout'] as const)('an approval that ends as %s does nothing', async (answer) => {
  const rig = new GateRig();
  rig.approval = answer;
  rig.verdict = () => ({ ...allow, decision: 'ask' });
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.sent.some((sent) => sent.method === 'tool.act')).toBe(false);
  expect(rig.events().at(-1)).toBe('denied');
  expect(receipt.domain).toBe('blocked');
});

test('a target that changed while the person decided is not acted on', async () => {
  const rig = new GateRig();
  let prepares = 0;
  rig.verdict = (question) => (question.granted ? allow : { ...allow, decision: 'ask' });
  rig.answers.prepare = () => {
    prepares += 1;
    return ok({
      page: examplePage,
      targets: [target({ fingerprint: `${prepares}`.repeat(64) })],
      dialog: null,
    });
  };
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(receipt.fault?.code).toBe('permit-mismatch');
  expect(rig.sent.some((sent) => sent.method === 'tool.act')).toBe(false);
});

test('a ledger that cannot take the intent stops the act', async () => {
  const rig = new GateRig();
  rig.ledgerFails = true;
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(receipt.fault?.message).toContain('nothing was done');
  expect(rig.sent.some((sent) => sent.method === 'tool.act')).toBe(false);
  const next = await rig.call('wait', { ...onPage, text: 'x' });
  expect(next.receipt.fault?.message).toContain('ledger');
  expect(rig.sent.some((sent) => sent.method === 'tool.read')).toBe(false);
});

test.each([
  ['done', 'completed', null],
  ['never-seen', 'failed', 'browser-gone'],
  ['interrupted', 'outcome_unknown', 'outcome-unknown'],
])(
  'an act whose answer was lost and whose ticket is %s ends as %s, sent once',
  async (state, event, code) => {
    const rig = new GateRig();
    rig.answers.act = () => failed(fault('browser-gone', 'The browser went away.', 'Wait.'));
    rig.answers.replay = () =>
      ok({
        state,
        outcome: state === 'done' ? outcome({ delivered: true, effects: [] }) : null,
        fault: null,
      });
    const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
    expect(rig.events().at(-1)).toBe(event);
    expect(receipt.fault?.code ?? null).toBe(code);
    expect(rig.sent.filter((sent) => sent.method === 'tool.act')).toHaveLength(1);
  },
);

test('a browser that is lost before an act was sent leaves a fault that says so, and nothing is asked', async () => {
  const rig = new GateRig();
  const gone = fault('browser-gone', 'The browser went away.', 'Wait.');
  rig.answers.act = () => failed({ ...gone, detail: { not_dispatched: true } });
  const unsent = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(rig.events()).toEqual(['requested', 'started', 'failed']);
  expect(rig.sent.some((sent) => sent.method === 'tool.replay')).toBe(false);
  rig.answers.prepare = () => failed(gone);
  rig.answers.read = () => failed(gone);
  const unprepared = await rig.call('click', { ...onPage, selector: 'text=Save' });
  const unread = await rig.call('wait', { ...onPage, text: 'x' });
  for (const { receipt } of [unsent, unprepared, unread]) {
    expect(receipt.fault).toMatchObject({ code: 'browser-gone', detail: { not_dispatched: true } });
  }
});

test('a page that the browser has not told of yet is asked for', async () => {
  const rig = new GateRig();
  rig.answers.pages = () => [examplePage, { ...examplePage, page: 't2' }];
  const { receipt } = await rig.call('wait', { page: 't2', text: 'x' });
  expect(receipt.fault).toBeNull();
  expect(rig.sent.map(({ method }) => method)).toEqual(['browser.pages', 'tool.read']);
});

test('a bug of the extension in the middle of an act leaves its outcome unknown', async () => {
  const rig = new GateRig();
  const bug = fault('internal', 'It failed while it acted.', 'Look at the page.');
  rig.answers.act = () => failed(bug);
  rig.answers.replay = () => ok({ state: 'failed', outcome: null, fault: bug });
  const { receipt } = await rig.call('click', { ...onPage, selector: 'text=Save' });
  expect(receipt.fault?.code).toBe('outcome-unknown');
  expect(rig.events().at(-1)).toBe('outcome_unknown');
});

test('a read of a page that moved on is judged again where the page really is', async () => {
  const rig = new GateRig();
  const detail = { origin: 'https://evil.example', url: 'https://evil.example/' };
  rig.answers.read = ({ origin }) =>
    origin === 'https://shop.example'
      ? failed(fault('permit-mismatch', 'Moved.', 'Look again.', detail))
      : ok(outcome({ elapsed_ms: 1, met: 'text' }));
  rig.verdict = (question) =>
    question.resource.kind === 'site' && question.resource.url.includes('evil') ? deny : allow;
  const { receipt, result } = await rig.call('wait', { ...onPage, text: 'x' });
  expect(result).toBeNull();
  expect(receipt).toMatchObject({ resource: 'origin:https://evil.example', domain: 'blocked' });
});

test('a step that turns out to be more than it declared is denied', async () => {
  const rig = new GateRig();
  const run = {
    run_id: 'r1',
    step_id: 's1',
    template: null,
    grants: new Set<string>(),
    declared: { buckets: ['write'], sites: ['https://shop.example'] },
  } as const;
  rig.answers.prepare = () =>
    ok({ page: examplePage, targets: [target({ name: 'Delete all' })], dialog: null });
  const more = await rig.call('click', { ...onPage, selector: 'x' }, { run });
  expect(more.receipt.verdict.policies).toEqual(['template.declared-bucket']);
  const elsewhere = await rig.call(
    'navigate',
    { url: 'https://other.example/' },
    {
      run: { ...run, declared: { buckets: ['read'], sites: ['https://shop.example'] } },
    },
  );
  expect(elsewhere.receipt.verdict.policies).toEqual(['template.declared-sites']);
});

test('a secret is revealed for the origin of its very field, and only to the act', async () => {
  const rig = new GateRig();
  rig.secrets = { portal: 'pä55&word' };
  rig.answers.prepare = () =>
    ok({ page: examplePage, targets: [target({ editable: true, sensitive: true })], dialog: null });
  rig.answers.act = () => ok(outcome({ fields: [{ selector: '#p', value: null, matches: true }] }));
  await rig.call('fill', { ...onPage, selector: '#p', value: 'secret:portal' });
  const act = rig.sent.find((sent) => sent.method === 'tool.act');
  expect(act?.params['secrets']).toEqual({ portal: 'pä55&word' });
  expect(JSON.stringify(act?.params['args'])).toContain('secret:portal');
  expect(JSON.stringify(rig.rows)).not.toContain('pä55');
  expect(rig.questions[0]?.secret_used).toBe(true);
});

test.each([
  ['clik', { selector: 'x' }, 'bad-arguments', 'Did you mean "click"?'],
  ['click', { selectr: 'x' }, 'bad-arguments', 'selector'],
  ['click', { page: 't9', selector: 'x' }, 'no-page', 'list_pages'],
  ['click', { selector: 'x' }, 'no-page', 'navigate'],
  ['navigate', { url: 'javascript:alert(1)' }, 'restricted-target', 'http'],
  ['navigate', { url: 'https://user:pw@example.com' }, 'bad-arguments', 'http'],
  ['navigate', { url: 'example.com' }, 'bad-arguments', 'whole'],
])('%s %j gives the fault %s and says what to do', async (tool, args, code, hint) => {
  const { receipt } = await new GateRig().call(tool, args);
  expect(receipt.fault?.code).toBe(code);
  expect(`${receipt.fault?.message} ${receipt.fault?.hint}`).toContain(hint);
});

test('acts of one caller run one after another, in the order proposed', async () => {
  const rig = new GateRig();
  await Promise.all([
    rig.call('click', { ...onPage, selector: 'text=One' }),
    rig.call('click', { ...onPage, selector: 'text=Two' }),
  ]);
  const acts = rig.order.filter((step) => step === 'tool.act' || step === 'completed');
  expect(acts).toEqual(['tool.act', 'completed', 'tool.act', 'completed']);
});

test('a cancelled call that never reached the browser ends as cancelled', async () => {
  const rig = new GateRig();
  const { receipt } = await rig.call('click', { ...onPage, selector: 'x' }, { signal: AbortSignal.abort() });
  expect(receipt.fault?.code).toBe('cancelled');
  expect(rig.sent).toEqual([]);
});
