import { expect, test } from 'vitest';
import { makeChecklist } from '../../../../native-host/agent/evidence/checklist.ts';
import { verifyFinish } from '../../../../native-host/agent/evidence/finish-check.ts';
import { finding } from '../../../fakes/finding.ts';

const objective = 'Find two cafés in Lisbon under 10 euros';
const items = makeChecklist([objective], objective);
const cheap = finding(1, 'Café A costs 8 euros', { items: [1] });
const dear = finding(2, 'Café B costs 18 euros', { items: [1] });
const ask = { objective, items, missing: [], tries: 0 };

test.each([
  ['nothing recorded', [], 'Nothing is recorded yet.'],
  ['fewer than asked for', [cheap], '2 are asked for, 1 recorded'],
  ['a limit that nothing shows', [dear, { ...dear, n: 3 }], 'No finding shows "under 10 euros"'],
])('%s is sent back with the next step', (_, findings, reason) => {
  const verdict = verifyFinish({ ...ask, findings });
  expect(verdict).toMatchObject({
    ok: false,
    reason: expect.stringContaining(reason),
    next: expect.stringMatching(/\w/),
  });
});

test('what is asked for is there: the run may finish', () => {
  expect(
    verifyFinish({ ...ask, findings: [cheap, { ...cheap, n: 2, text: 'Café C costs 9 euros' }] }),
  ).toEqual({ ok: true });
});

test('nothing is sent back twice, and nothing that the model says is missing', () => {
  expect(verifyFinish({ ...ask, findings: [], tries: 1 })).toEqual({ ok: true });
  expect(verifyFinish({ ...ask, findings: [], missing: [1] })).toEqual({ ok: true });
});
