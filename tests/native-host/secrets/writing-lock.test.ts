import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Vault } from '../../../native-host/secrets/vault.ts';

test('secrets set by three processes at once are all kept', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'la-lock-'));
  const paths = { secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
  const vaultModule = join(import.meta.dirname, '../../../native-host/secrets/vault.ts');
  const script = (who: string) => `
    import { Vault } from ${JSON.stringify(vaultModule)};
    const vault = Vault.open(${JSON.stringify(paths)});
    for (let n = 0; n < 8; n += 1) vault.set('${who}' + n, 'value', ['domain:example.com']);`;
  const codes = await Promise.all(
    ['a', 'b', 'c'].map(async (who) => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script(who)], {
        stdio: 'inherit',
      });
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  expect(codes).toEqual([0, 0, 0]);
  expect(Vault.open(paths).list()).toHaveLength(24);
  rmSync(folder, { recursive: true });
});
