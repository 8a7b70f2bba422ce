import { isDeepStrictEqual } from 'node:util';
import type { Condition, Test } from '../../shared/condition.ts';
import { resolveValue, type Scope } from './references.ts';

/**
 * Whether a condition holds. A reference without a value is no error here: it equals nothing and does not
 * exist.
 */
export function holds(condition: Condition, scope: Scope): boolean {
  if ('all' in condition) return condition.all.every((test) => passes(test, scope));
  if ('any' in condition) return condition.any.some((test) => passes(test, scope));
  return passes(condition, scope);
}

function passes(test: Test, scope: Scope): boolean {
  const value = resolveValue(test.value, scope, () => undefined);
  const other = (operand: unknown): unknown => resolveValue(operand, scope, () => undefined);
  if (test.exists !== undefined) return exists(value) === test.exists;
  if (test.equals !== undefined) return isDeepStrictEqual(value, other(test.equals));
  if (test.not_equals !== undefined) return !isDeepStrictEqual(value, other(test.not_equals));
  if (test.contains !== undefined) return contains(value, other(test.contains));
  if (test.greater_than !== undefined) return typeof value === 'number' && value > test.greater_than;
  if (test.less_than !== undefined) return typeof value === 'number' && value < test.less_than;
  throw new Error('a test without an operator passed the schema');
}

function exists(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
  return Array.isArray(value) && value.some((entry) => isDeepStrictEqual(entry, part));
}
