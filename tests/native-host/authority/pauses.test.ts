import { expect, test } from 'vitest';
import { Pauses } from '../../../native-host/authority/pauses.ts';
import { ok } from '../../../shared/faults.ts';
import { GateRig, outcome } from '../../fakes/gate-rig.ts';

const never = new AbortController().signal;

test('pauses are counted together, and what is not paused waits for nothing', async () => {
  let now = 0;
  const pauses = new Pauses(() => now);
  expect(await pauses.passed('r1', never)).toBe(false);
  expect([pauses.pause('r1'), pauses.pause('r1')]).toEqual([true, false]);
  now = 50;
  const waited = pauses.passed('r1', never);
  expect([pauses.resume('r1'), pauses.resume('r1')]).toEqual([true, false]);
  expect(await waited).toBe(true);
  pauses.pause('r1');
  now = 80;
  expect([pauses.ms('r1'), pauses.count('r1')]).toEqual([80, 2]);
  pauses.forget('r1');
  expect(pauses.ms('r1')).toBe(0);
});

test('a paused caller touches nothing, not even to look; handed back, it looks anew and then acts', async () => {
  const pauses = new Pauses(() => 0);
  const rig = new GateRig({ pauses });
  pauses.pause('c1');
  const call = rig.call('click', { page: 't1', selector: 'text=Save' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(rig.sent).toEqual([]);
  pauses.resume('c1');
  await call;
  expect(rig.sent.map(({ method }) => method)).toEqual(['tool.prepare', 'tool.act']);
});

test('a call that was being looked at when the person took over is looked at and judged anew', async () => {
  const pauses = new Pauses(() => 0);
  const rig = new GateRig({ pauses });
  let judged = 0;
  const ordinary = rig.verdict;
  rig.verdict = (question) => {
    judged += 1;
    if (judged === 1) {
      pauses.pause('c1');
      setImmediate(() => pauses.resume('c1'));
    }
    return ordinary(question);
  };
  rig.answers.act = () => ok(outcome({ delivered: true, effects: [] }));
  await rig.call('click', { page: 't1', selector: 'text=Save' });
  expect(rig.sent.map(({ method }) => method)).toEqual(['tool.prepare', 'tool.prepare', 'tool.act']);
  expect(judged).toBe(2);
});

test('a stop ends a paused call, and nothing was done', async () => {
  const pauses = new Pauses(() => 0);
  const rig = new GateRig({ pauses });
  const stop = new AbortController();
  pauses.pause('c1');
  const call = rig.call('click', { page: 't1', selector: 'text=Save' }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  expect((await call).receipt.fault?.code).toBe('cancelled');
  expect(rig.sent).toEqual([]);
});
