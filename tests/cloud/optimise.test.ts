import { expect, test } from 'vitest';
import { adviseOn, type RunFacts } from '../../cloud/optimise.ts';

const run = (steps: RunFacts['steps'], version = '1.0.0'): RunFacts => ({
  run_id: 'r',
  template: 't',
  version,
  ok: true,
  steps,
});
const step = (more: Partial<RunFacts['steps'][number]> = {}) => ({
  id: 'prepare',
  ok: true,
  alternate: 0,
  repaired_to: null,
  place: null,
  ...more,
});
const times = (count: number, one: RunFacts) => Array.from({ length: count }, () => one);

test('an alternate that wins most runs is proposed to be tried first', () => {
  const facts = [...times(6, run([step({ alternate: 2 })])), ...times(3, run([step()]))];
  expect(adviseOn('t', '1.0.0', facts)).toEqual([
    { step: 'prepare', runs: 9, failed: 0, prefer: 2, adopt: null, place: null },
  ]);
});

test('four runs are too few, and half of them too little', () => {
  expect(adviseOn('t', '1.0.0', times(4, run([step({ alternate: 1 })])))).toEqual([]);
  const halved = [...times(6, run([step({ alternate: 1 })])), ...times(6, run([step()]))];
  expect(adviseOn('t', '1.0.0', halved)).toEqual([]);
});

test('a repair that recurs is proposed as an alternate, one that ended in failure is not', () => {
  const repaired = step({ alternate: null, repaired_to: 'role=button[name="Get"]' });
  expect(adviseOn('t', '1.0.0', times(5, run([repaired])))).toMatchObject([
    { adopt: 'role=button[name="Get"]' },
  ]);
  expect(adviseOn('t', '1.0.0', times(5, run([{ ...repaired, ok: false }])))).toMatchObject([
    { adopt: null, failed: 5 },
  ]);
});

test('runs of another version or template say nothing', () => {
  const other = times(9, run([step({ alternate: 1 })], '0.9.0'));
  expect(adviseOn('t', '1.0.0', other)).toEqual([]);
  expect(adviseOn('u', '0.9.0', other)).toEqual([]);
});
