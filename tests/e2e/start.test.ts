import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportCsv } from '../../demo/reports.ts';
import { root } from '../house/source-tree.ts';
import { finished, Home } from './command-line.ts';

const Started = z.looseObject({
  schema: z.literal('localagent.run.v1'),
  status: z.string(),
  files: z.array(z.looseObject({ name: z.string(), path: z.string(), sha256: z.string() })),
  report: z.string(),
  ledger: z.strictObject({ rows: z.int(), verified: z.boolean(), home: z.string() }),
});

function start(home: Home, args: readonly string[]) {
  const script = join(root, 'scripts', 'start.mjs');
  return finished(spawn(process.execPath, [script, ...args], { cwd: home.folder, env: home.env }));
}

test('npm start does the whole job and prints one document, with what it did under the named data folder', async () => {
  await using home = new Home();
  const { code, stdout, stderr } = await start(home, ['--headless', '--json', '--period', '2026-05']);
  expect(code, stderr).toBe(0);
  const document = Started.parse(JSON.parse(stdout));
  expect(document).toMatchObject({ status: 'succeeded', ledger: { verified: true, home: home.home } });
  const csv = document.files.find(({ name }) => name.endsWith('.csv'));
  const expected = createHash('sha256').update(reportCsv('2026-05', 'statement')).digest('hex');
  expect(csv?.sha256).toBe(expected);
  expect(existsSync(document.report)).toBe(true);
  expect(stderr).toContain('Sign in');
});

test('npm start uses a policy that is there already, and a policy that denies the download refuses the run', async () => {
  await using home = new Home();
  mkdirSync(home.home, { recursive: true, mode: 0o700 });
  const policy =
    'version: 1\nread: { mode: allow-all }\nwrite: { mode: allow-all }\nadmin: { mode: deny-all }\n';
  writeFileSync(join(home.home, 'policy.yaml'), policy);
  const { code, stdout } = await start(home, ['--headless', '--json']);
  expect(code).toBe(3);
  expect(Started.parse(JSON.parse(stdout)).status).toBe('refused');
  expect(stdout).toContain('admin.deny-all');
  expect(readFileSync(join(home.home, 'policy.yaml'), 'utf8')).toBe(policy);
  const log = join(home.home, 'portal.log');
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
});

test('npm start -- --help tells the options and starts nothing', async () => {
  await using home = new Home();
  const { code, stdout } = await start(home, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('--period');
  expect(existsSync(home.home)).toBe(false);
});

test('an option that is not known is told, with exit code 2', async () => {
  await using home = new Home();
  const { code, stderr } = await start(home, ['--hedless']);
  expect(code).toBe(2);
  expect(stderr).toContain('--hedless');
});
