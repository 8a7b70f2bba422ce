import { expect, test } from 'vitest';
import { checkCommand } from '../../../../entrypoints/background/driver/cdp-methods.ts';
import { isNewbornGuard, newbornGuard } from '../../../../entrypoints/background/driver/newborn-guard.ts';

const method = 'Page.addScriptToEvaluateOnNewDocument';

test('the guard is the one script that may be put into new documents, in a world of its own', () => {
  const guard = newbornGuard('0123456789abcdef'.repeat(2));
  expect(() => checkCommand(method, guard)).not.toThrow();
  expect(() => checkCommand(method, { ...guard, worldName: 'localagent' })).toThrow();
  const tampered = guard.source.replace('stopped = true', 'stopped = false');
  for (const source of ['alert(1)', `${guard.source};alert(1)`, tampered]) {
    expect(isNewbornGuard(source)).toBe(false);
    expect(() => checkCommand(method, { ...guard, source })).toThrow();
  }
});

test('each browser session has a sign of its own, and the guard goes by it', () => {
  const [one, other] = ['a', 'b'].map((sign) => newbornGuard(sign.repeat(32)).source);
  expect(one).not.toBe(other);
  expect(isNewbornGuard(one ?? '')).toBe(true);
  expect(isNewbornGuard(newbornGuard('not a sign').source)).toBe(false);
});
