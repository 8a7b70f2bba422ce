import { expect, test } from 'vitest';
import { withMachineZone } from '../../../native-host/io/machine-zone.ts';

test('what a browser with a zone of its own starts goes by the zone of the machine', () => {
  const of = (zone: string) => withMachineZone({ A: '1', TZ: 'Asia/Tokyo', LOCALAGENT_MACHINE_TZ: zone });
  expect(of('Europe/Berlin')).toEqual({ A: '1', TZ: 'Europe/Berlin' });
  expect(of('')).toEqual({ A: '1' });
  expect(withMachineZone({ A: '1', TZ: 'Asia/Tokyo' })).toEqual({ A: '1', TZ: 'Asia/Tokyo' });
});
