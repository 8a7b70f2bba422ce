import { expect, test } from 'vitest';
import {
  answeredByModel,
  ofAgreement,
  ofComputed,
  ofConflict,
  ofPicture,
  pictureMost,
  readFromPage,
  readFromPart,
  readWithMendedSelector,
  returnedByScript,
} from '../../shared/confidence.ts';

test('what was read more directly is surer than what was read less directly', () => {
  const order = [readFromPage, returnedByScript, readWithMendedSelector, readFromPart, answeredByModel];
  expect([...order].sort((one, other) => other - one)).toEqual(order);
});

test('a model is believed up to a bound, agreement is surer than either side, a conflict less sure than both', () => {
  expect([ofPicture(1), ofPicture(0.4), ofPicture(-1)]).toEqual([pictureMost, 0.4, 0]);
  expect(ofAgreement(0.99, 0.9)).toBeGreaterThan(0.99);
  expect(ofConflict(0.9)).toBe(0.45);
});

test('what is computed is as sure as the least sure of its parts, and a constant is certain', () => {
  expect([ofComputed([0.99, 0.45]), ofComputed([])]).toEqual([0.45, 1]);
});
