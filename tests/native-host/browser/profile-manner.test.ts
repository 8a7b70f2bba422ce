import { expect, test } from 'vitest';
import { mannerEnv, mannerSwitches } from '../../../native-host/browser/profile-manner.ts';

const manner = { locale: 'de-AT', time_zone: 'Asia/Tokyo', viewport: { width: 1280, height: 800 } };
const nothing = { locale: null, time_zone: null, viewport: null };

test('what is fixed becomes switches and environment of the browser, with the zone of the machine for others', () => {
  expect(mannerSwitches(manner)).toEqual([
    '--lang=de-AT',
    '--accept-lang=de-AT,de',
    '--window-size=1280,800',
  ]);
  const env = mannerEnv(manner, { TZ: 'Europe/Berlin' });
  expect(env).toMatchObject({ TZ: 'Asia/Tokyo', LOCALAGENT_MACHINE_TZ: 'Europe/Berlin', LANGUAGE: 'de_AT' });
});

test('where nothing is fixed nothing is added', () => {
  for (const none of [nothing, undefined]) {
    expect(mannerSwitches(none)).toEqual([]);
    expect(mannerEnv(none, { TZ: 'Europe/Berlin' })).toEqual({});
  }
});
