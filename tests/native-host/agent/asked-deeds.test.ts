import { expect, test } from 'vitest';
import { forbiddenWords, orderedText } from '../../../native-host/agent/asked-deeds.ts';

test('what is forbidden is no order, up to the end of its clause', () => {
  expect(orderedText('Put tea into the basket. Do not order it.')).toBe('Put tea into the basket.  .');
  expect(orderedText("Save it, but don't send it, then close it")).toContain('then close it');
  expect([...forbiddenWords('Put tea into the basket. Do not order it.')]).toEqual(['order']);
});

test('an objective that forbids nothing is an order as a whole', () => {
  expect(orderedText('Order the cheapest tea')).toBe('Order the cheapest tea');
  expect(forbiddenWords('Order the cheapest tea').size).toBe(0);
});
