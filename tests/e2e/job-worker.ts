import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { signTemplate } from '../../native-host/workflow/template-signature.ts';
import { Template } from '../../shared/template.ts';
import { given, type Rig, until } from './rig.ts';

const endMs = 60_000;

/** A job with one effect that the portal counts: a report is prepared. `wait_ms` is spent before it. */
function jobTemplate(id: string, username: string, store: string): Template {
  const pause = { text: 'never on this page', timeout_ms: 30_000 };
  const stored = { value: '{{parameters.store}}', equals: true };
  const slow = { value: '{{parameters.slow}}', equals: true };
  return Template.parse({
    id,
    version: '1.0.0',
    title: 'Prepare a report',
    description: 'Signs in and has one report prepared.',
    parameters: {
      portal_url: { type: 'url', title: 'Portal', required: true },
      number: { type: 'string', title: 'Report', required: true },
      password: { type: 'secret', title: 'Password', default: 'secret:vendor_portal' },
      store: { type: 'boolean', title: 'Whether to store the file for others', default: false },
      slow: { type: 'boolean', title: 'Whether to wait before the act', default: false },
    },
    sites: ['{{parameters.portal_url}}'],
    // What the portal gave goes to the store.
    flows: [{ from: '{{parameters.portal_url}}', to: store }],
    steps: [
      {
        id: 'sign_in',
        title: 'Sign in',
        tool: 'login',
        args: {
          url: '{{parameters.portal_url}}',
          username,
          password: '{{parameters.password}}',
          success: 'role=button[name="Sign out"]',
        },
        buckets: ['read', 'write'],
      },
      {
        id: 'open',
        title: 'Open the report',
        tool: 'navigate',
        args: { url: '{{parameters.portal_url}}/reports/{{parameters.number}}' },
        buckets: ['read', 'write'],
      },
      {
        id: 'pause',
        title: 'Wait',
        if: slow,
        tool: 'wait',
        args: pause,
        buckets: ['read'],
        on_failure: 'skip',
      },
      {
        id: 'prepare',
        title: 'Have it prepared',
        tool: 'submit',
        args: {
          button: 'role=button[name="Prepare report"]',
          confirm: 'accept',
          success: 'role=link[name="Download CSV"]',
          timeout_ms: 10_000,
        },
        buckets: ['read', 'write'],
      },
      {
        id: 'download',
        title: 'Download it',
        if: stored,
        tool: 'download',
        args: { selector: 'role=link[name="Download CSV"]' },
        buckets: ['admin'],
      },
      {
        id: 'store',
        title: 'Store it for others',
        if: stored,
        tool: 'upload_artifact',
        args: { from: '{{steps.download.path}}' },
        buckets: ['admin'],
      },
    ],
    output: { number: '{{parameters.number}}', artifact: '{{steps.store.key}}' },
    review: { state: 'reviewed', by: 'Tests', at: '2026-06-30' },
  });
}

/** Writes a signed template and an unsigned one into the data folder, and gives the key to trust; `store` is where artifacts go. */
export function writeJobTemplates(rig: Rig, store: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const template = jobTemplate('job-prepare', rig.username, store);
  const { signature, key } = given(signTemplate(template, pem));
  mkdirSync(rig.paths.templates, { recursive: true, mode: 0o700 });
  const signed = { ...template, review: { ...template.review, signature } };
  writeFileSync(join(rig.paths.templates, 'job-prepare.json'), JSON.stringify(signed));
  writeFileSync(
    join(rig.paths.templates, 'unsigned.json'),
    JSON.stringify(jobTemplate('unsigned', rig.username, store)),
  );
  return key;
}

const Line = z.looseObject({ event: z.string() });
type Line = z.infer<typeof Line>;

/** A worker as a machine runs it, and what it has logged. */
export class JobWorker {
  readonly lines: Line[] = [];
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  #said = '';

  constructor(rig: Rig, env: Readonly<Record<string, string>>, more: readonly string[] = []) {
    this.child = rig.home.start(['worker', '--json', ...more], env);
    this.closed = new Promise((resolve) => this.child.once('close', resolve));
    const { stdout, stderr } = this.child;
    if (stdout === null || stderr === null) throw new Error('a worker without output');
    createInterface(stdout).on('line', (line) => this.lines.push(Line.parse(JSON.parse(line))));
    stderr.on('data', (text) => {
      this.#said += text;
    });
  }

  /** Waits for an event that fits. */
  async hears(what: string, fits: (line: Line) => boolean): Promise<Line> {
    await until(`${what} (${JSON.stringify(this.lines).slice(-2_000)} ${this.#said})`, endMs, () =>
      this.lines.some(fits),
    );
    const found = this.lines.find(fits);
    if (found === undefined) throw new Error('no such line');
    return found;
  }
}
