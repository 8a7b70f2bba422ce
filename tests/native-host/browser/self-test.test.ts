import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selfTest } from '../../../native-host/browser/self-test.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function launcher(script: string): string {
  const path = join(temporaryFolder(), 'host');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
}

test('a host that answers with a frame passes', async () => {
  const answer = `head -c 4 >/dev/null; printf '\\002\\000\\000\\000{}'; cat >/dev/null`;
  expect(await selfTest(launcher(answer), process.env)).toMatchObject({ ok: true });
});

test.each([
  ['echo boom >&2; exit 7', 'ended with code 7 before it answered', 'boom'],
  ['echo hello; cat >/dev/null', 'wrote something else than frames', ''],
])('a host that does %j fails and says why', async (script, message, hint) => {
  const tested = await selfTest(launcher(script), process.env);
  expect(tested).toMatchObject({ ok: false, fault: { message: expect.stringContaining(message) } });
  expect(tested).toMatchObject({ fault: { hint: expect.stringContaining(hint) } });
});

test('a host that is not there fails', async () => {
  expect(await selfTest('/nowhere/host', process.env)).toMatchObject({
    fault: { message: expect.stringContaining('could not be run') },
  });
});
