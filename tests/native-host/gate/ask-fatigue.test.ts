import { expect, test } from 'vitest';
import { AskFatigue } from '../../../native-host/gate/ask-fatigue.ts';

test('questions are counted over a sliding window, each caller for itself, until it is forgotten', () => {
  let now = 0;
  const fatigue = new AskFatigue({ asks: 2, denials: 1, minutes: 1 }, () => now);
  fatigue.asked('a');
  now = 30_000;
  fatigue.asked('a');
  expect([fatigue.tired('a'), fatigue.tired('b')]).toEqual(['asks', null]);
  now = 60_001;
  expect(fatigue.tired('a')).toBeNull();
  fatigue.denied('a');
  expect(fatigue.tired('a')).toBe('denials');
  fatigue.forget('a');
  expect(fatigue.tired('a')).toBeNull();
});
