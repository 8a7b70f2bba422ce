import { expect, test } from 'vitest';
import { relayCaller } from '../../../native-host/io/relay-caller.ts';
import { extensionId } from '../../../shared/extension-id.ts';

const ours = `chrome-extension://${extensionId}/`;
const own = 'b'.repeat(32);
const theirs = `chrome-extension://${own}/`;

test('the extension is accepted by its own id alone', () => {
  expect(relayCaller([ours])).toEqual({ origin: ours, accepted: true });
  expect(relayCaller([ours, '--parent-window=1'])).toEqual({ origin: ours, accepted: true });
  expect(relayCaller([theirs])).toEqual({ origin: theirs, accepted: false });
  expect(relayCaller([])).toEqual({ origin: null, accepted: false });
  expect(relayCaller(['--help'])).toEqual({ origin: null, accepted: false });
});

test("an organisation's id is accepted where the launcher passes it before the browser's arguments", () => {
  expect(relayCaller([`--extension-id=${own}`, theirs])).toEqual({ origin: theirs, accepted: true });
  expect(relayCaller([`--extension-id=${own}`, ours])).toEqual({ origin: ours, accepted: true });
  expect(relayCaller([theirs, `--extension-id=${own}`])).toMatchObject({ accepted: false });
  expect(relayCaller(['x', `--extension-id=${own}`, theirs])).toMatchObject({ accepted: false });
});

test.each([`chrome-extension://${extensionId}`, `${ours}x`, `chrome-extension://${extensionId}.evil/`, ''])(
  '%j is no origin of the extension',
  (origin) => {
    expect(relayCaller([origin])).toMatchObject({ accepted: false });
  },
);
