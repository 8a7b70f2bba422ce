import { expect, test } from 'vitest';
import { DownloadStates, downloadsAfter } from '../../../../entrypoints/background/driver/download-states.ts';

const begun = (guid: string) =>
  ({ type: 'download-begun', guid, url: 'https://a.example/f', filename: `${guid}.csv` }) as const;

test('a download runs until its end is told, and each is told apart', () => {
  const two = downloadsAfter(downloadsAfter([], begun('a'), 1), begun('b'), 2);
  const after = downloadsAfter(two, { type: 'download-ended', guid: 'b', state: 'complete' }, 3);
  expect(after.map(({ guid, state }) => [guid, state])).toEqual([
    ['a', 'running'],
    ['b', 'complete'],
  ]);
  expect(downloadsAfter(after, { type: 'loaded' }, 4)).toBe(after);
});

test('what somebody was told of is gone, and a closed tab leaves nothing', () => {
  const states = new DownloadStates();
  states.take(1, begun('a'));
  states.take(1, begun('b'));
  states.told(1, 'a');
  expect(states.of(1).map(({ guid }) => guid)).toEqual(['b']);
  expect(states.of(2)).toEqual([]);
  states.take(1, { type: 'closed' });
  expect(states.of(1)).toEqual([]);
});

test('of many downloads the newest twenty are kept', () => {
  const states = new DownloadStates();
  for (let n = 0; n < 50; n++) states.take(1, begun(`g${n}`));
  expect(states.of(1)).toHaveLength(20);
  expect(states.of(1)[0]?.guid).toBe('g30');
});
