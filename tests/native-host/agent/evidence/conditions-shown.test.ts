import { expect, test } from 'vitest';
import { sortByConditions } from '../../../../native-host/agent/evidence/conditions-shown.ts';
import { finding } from '../../../fakes/finding.ts';

const items = [{ n: 1, text: 'laptops under 800 euros with at least 16 GB RAM', state: 'open' as const }];
const good = finding(1, 'Nova X: €749, 16 GB', { items: [1] });
const dear = finding(2, 'Terra Pro: €1,099, 32 GB', { items: [1] });
const small = finding(3, 'Aero 14: €499, 8 GB', { items: [1] });

test('findings beyond a limit are left out, with the limit', () => {
  const { shown, leftOut } = sortByConditions(items, [good, dear, small], 'laptops');
  expect(shown).toEqual([good]);
  expect(leftOut.map(({ finding: { n }, condition }) => [n, condition.text])).toEqual([
    [2, 'under 800 euros'],
    [3, 'at least 16 GB'],
  ]);
});

test('a limit that no finding shows is a gap and leaves nothing out', () => {
  const silent = finding(1, 'Nova X has a bright screen', { items: [1] });
  expect(sortByConditions(items, [silent], 'laptops')).toEqual({ shown: [silent], leftOut: [] });
});
