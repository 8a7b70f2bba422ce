import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist', 'host', 'cli.mjs');
const stopMs = 20_000;

export type DemoMachine = {
  readonly name: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
};

type Setting = {
  readonly folder: string;
  readonly portal: { readonly origin: string; readonly password: string };
  readonly activityArn: string;
  readonly endpoint: string;
  readonly signed: { readonly text: string; readonly key: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
};

/** Signs the demo's template with a new key, by the command that an organisation uses. */
export async function signDemoTemplate(folder: string, env: Setting['env']): Promise<Setting['signed']> {
  const { generateKeyPairSync } = await import('node:crypto');
  const pem = join(folder, 'templates.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const file = join(import.meta.dirname, 'statement-totals.json');
  const told = await localagent(['template', 'sign', file, '--key', pem, '--json'], env);
  const { signature, key } = z.object({ signature: z.string(), key: z.string() }).parse(JSON.parse(told));
  const template = z.looseObject({ review: z.looseObject({}) }).parse(JSON.parse(readFileSync(file, 'utf8')));
  return { text: JSON.stringify({ ...template, review: { ...template.review, signature } }), key };
}

/** One worker with a data folder, a policy, a secret and a browser of its own, as a machine of a company would have them. */
export async function startDemoMachine(name: string, setting: Setting): Promise<DemoMachine> {
  const { portal, signed, report } = setting;
  const home = join(setting.folder, name);
  mkdirSync(join(home, 'templates'), { recursive: true, mode: 0o700 });
  const write = (file: string, text: string): void => writeFileSync(join(home, file), text, { mode: 0o600 });
  const list = JSON.stringify([`origin:${portal.origin}`]);
  write(
    'policy.yaml',
    `version: 1\nread: { mode: allow-list, resources: ${list} }\nwrite: { mode: allow-list, resources: ${list} }\n` +
      'delete: { mode: deny-all }\nadmin: { mode: deny-all }\n',
  );
  const jobs = [
    `activity_arn: "${setting.activityArn}"`,
    `endpoint: "${setting.endpoint}"`,
    `worker_name: "${name}"`,
    `trusted_keys: ["${signed.key}"]`,
    'poll_interval_ms: 100',
    'heartbeat_interval_secs: 5',
    'drain_seconds: 5',
  ];
  write('config.yaml', `authority: { idle_minutes: 0 }\njobs: { ${jobs.join(', ')} }\n`);
  write('templates/statement-totals.json', signed.text);
  const env = { ...setting.env, LOCALAGENT_HOME: home };
  await localagent(
    ['secrets', 'set', 'vendor_portal', '--site', `origin:${portal.origin}`],
    env,
    portal.password,
  );
  const child = spawn(process.execPath, [program, 'worker', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let rest = '';
  child.stdout.on('data', (part: Buffer) => {
    const lines = (rest + part.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) report(`${name}: ${line}`);
  });
  child.stderr.on('data', (part: Buffer) => report(`${name}: ${part.toString().trim()}`));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await closed;
    clearTimeout(late);
  };
  return { name, child, stop };
}

/** Runs the command line once and gives what it printed. */
function localagent(args: readonly string[], env: Setting['env'], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      err += part.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`localagent ${args[0]} ended with ${code}: ${err || out}`));
    });
    child.stdin.end(input);
  });
}
