import { expect, test } from 'vitest';
import { Retries } from '../../../native-host/cron/retries.ts';

test('what could not begin is due three times, with pauses that grow', () => {
  const retries = new Retries(() => 1);
  let now = 1_000;
  for (const pause of [200, 400]) {
    expect(retries.staysDue('a@1', 'LocalAgent.BrowserUnavailable', now)).toBe(true);
    expect(retries.isWaiting('a@1', now + pause - 1)).toBe(true);
    expect(retries.isWaiting('a@1', now + pause)).toBe(false);
    expect(retries.isWaiting('b@1', now)).toBe(false);
    now += pause;
  }
  expect(retries.staysDue('a@1', 'LocalAgent.HostUnavailable', now)).toBe(false);
});

test('what a worker hands back at its end costs no try; what can never begin has none', () => {
  const retries = new Retries(() => 1);
  for (let end = 0; end < 9; end += 1) {
    expect(retries.staysDue('a@1', 'LocalAgent.ShuttingDown', 0)).toBe(true);
    expect(retries.isWaiting('a@1', 0)).toBe(false);
  }
  for (const how of ['LocalAgent.NotReviewed', 'LocalAgent.BadParameters', 'LocalAgent.Refused', 'succeeded'])
    expect(retries.staysDue('a@1', how, 0)).toBe(false);
  expect(retries.staysDue('a@1', 'LocalAgent.BrowserUnavailable', 0)).toBe(true);
  retries.forget('a@1');
  expect(retries.isWaiting('a@1', 0)).toBe(false);
});
