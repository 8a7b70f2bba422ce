import { expect, test } from 'vitest';
import { browserOf } from '../../../../entrypoints/background/session/hello.ts';

test('the browser is named by its own brand, not by the engine or the filler', () => {
  const filler = { brand: 'Not;A=Brand', version: '8.0.0.0' };
  const engine = { brand: 'Chromium', version: '156.0.1.2' };
  const edge = { brand: 'Microsoft Edge', version: '156.0.3.4' };
  expect(browserOf([filler, engine, edge])).toEqual({ name: 'Microsoft Edge', version: '156.0.3.4' });
  expect(browserOf([filler, engine])).toEqual({ name: 'Chromium', version: '156.0.1.2' });
  expect(browserOf([])).toEqual({ name: 'Chromium', version: '' });
});
