import { expect, test } from 'vitest';
import { createAgentCalls } from '../../../native-host/authority/agent-calls.ts';
import { deny, examplePage, GateRig } from '../../fakes/gate-rig.ts';

const caller = { kind: 'agent', id: '20260630-101500-4f2a9c1b', unattended: true } as const;
const signal = new AbortController().signal;

function made(readOnly = false) {
  const rig = new GateRig();
  rig.verdict = ({ tainted }) => (tainted ? deny : { ...deny, decision: 'allow' });
  const calls = createAgentCalls({
    gate: rig.gate,
    originHere: () => examplePage.origin,
    profile: null,
    caller,
    readOnly,
  });
  const click = { tool: 'click', args: { page: 't1', selector: 'text=Save' }, step_id: 'turn-1' };
  return { calls, rig, click };
}

test('a call of the person’s own making is judged as the agent’s, and as nothing more', async () => {
  const { calls, rig, click } = made();
  const { receipt } = await calls.call({ ...click, sources: null }, signal);
  expect(receipt).toMatchObject({ caller, run_id: caller.id, step_id: 'turn-1', fault: null });
  expect(rig.questions).toMatchObject([{ tainted: false, sources: [], granted: false }]);
});

test('a run that was started for reading is denied everything else by the gate itself', async () => {
  const { calls, rig, click } = made(true);
  const { receipt } = await calls.call({ ...click, sources: null }, signal);
  expect(receipt.verdict).toMatchObject({ decision: 'deny', policies: ['run.read-only'] });
  expect(rig.sent.some(({ method }) => method === 'tool.act')).toBe(false);
  const read = { ...click, tool: 'wait', args: { page: 't1', text: 'x' }, sources: null };
  expect((await calls.call(read, signal)).receipt.fault).toBeNull();
});

test('a call that pages had a part in says which, and is judged by that', async () => {
  const { calls, rig, click } = made();
  const { receipt } = await calls.call({ ...click, sources: ['https://other.example'] }, signal);
  expect(rig.questions).toMatchObject([{ tainted: true, sources: ['https://other.example'] }]);
  expect(receipt.fault?.code).toBe('denied');
});
