import { expect, test } from 'vitest';
import { Config } from '../../../native-host/config/config.ts';
import { describeConfig } from '../../../native-host/config/describe-config.ts';

test('the table has one full row for each key', () => {
  const rows = describeConfig().trim().split('\n').slice(2);
  const keys = Object.entries(Config.shape).flatMap(([section, schema]) =>
    Object.keys(schema.unwrap().shape).map((key) => `\`${section}.${key}\``),
  );
  expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(keys);
  for (const row of rows)
    expect(
      row
        .replace(/^\| | \|$/g, '')
        .split(' | ')
        .every((cell) => cell !== ''),
    ).toBe(true);
  expect(describeConfig()).toContain(
    '| `authority.idle_minutes` | number | `5` | 0–1440 | Minutes after the last connection',
  );
});
