import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunDocument } from '../../native-host/cli/run/run-document.ts';
import type { ApprovalRequest, RunEvent } from '../../shared/run.ts';
import { type Finished, finished } from './command-line.ts';
import { type Client, given, type Places, policyText, portalOnly, type Rig, startRig } from './rig.ts';

// Goal: what the policy denies, the person denies or somebody stops does not happen, and a record says so. The portal's
// own log is the witness. One browser for all; the policy is changed under the running authority.

let rig: Rig;
let client: Client;
const approvals: ApprovalRequest[] = [];
let onApproval: (approval: ApprovalRequest) => void = () => {};
let onEvent: (event: RunEvent) => void = () => {};

beforeAll(async () => {
  rig = await startRig();
  client = await rig.client();
  client.authority.onApproval((approval) => {
    approvals.push(approval);
    onApproval(approval);
  });
  client.authority.onRunEvent((event) => onEvent(event));
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

const noDownloads = ({ portal, folder }: Places): string =>
  policyText({ sites: [portal], folders: [folder], downloads: 'denied' });

const withApproval = ({ portal, folder }: Places): string =>
  policyText({ sites: [portal], folders: [folder], downloads: { allowed: [portal] }, approve: true });

const documentOf = ({ stdout }: Finished): RunDocument => RunDocument.parse(JSON.parse(stdout));

const answering = (answer: 'approved' | 'denied'): void => {
  approvals.length = 0;
  onApproval = ({ approval_id }) =>
    void client.authority.call('approval.answer', { approval_id, answer }).then(given);
};

/** Runs for a month; tells the end and what reached the portal meanwhile. */
async function run(period: string, more: readonly string[] = []) {
  const before = rig.portal.requests.length;
  const done = await rig.home.run(rig.runArguments(period, ['--json', ...more]));
  return { done, reached: rig.portal.requests.slice(before) };
}

async function receiptsOf(runId: string) {
  return given(await client.authority.call('receipt.list', { run_id: runId, limit: 500 })).receipts;
}

test('a policy that denies downloads refuses the whole run before its first step, and a receipt names it', async () => {
  await rig.setPolicy(noDownloads);
  const { done, reached } = await run('2026-06');
  expect(done.code).toBe(3);
  expect(reached).toEqual([]);
  const document = documentOf(done);
  expect(document).toMatchObject({ status: 'refused', files: [], output: null, ledger: { verified: true } });
  expect(document.steps.filter(({ runs }) => runs > 0)).toEqual([]);
  expect(document.steps.filter(({ status }) => status !== 'pending')).toMatchObject([
    { id: 'download_csv', status: 'refused', note: expect.stringMatching(/download/i) },
    { id: 'download_pdf', status: 'refused', note: expect.stringMatching(/download/i) },
  ]);

  const receipts = await receiptsOf(document.run_id);
  expect(receipts.map(({ tool, step_id }) => `${step_id} ${tool}`).sort()).toEqual([
    'download_csv download',
    'download_pdf download',
  ]);
  for (const receipt of receipts) {
    expect(receipt).toMatchObject({
      bucket: 'admin',
      resource: `origin:${rig.portal.origin}`,
      verdict: { decision: 'deny', policies: [expect.stringMatching(/download/)] },
      domain: 'blocked',
      evidence: 'none',
      fault: { code: 'denied' },
    });
  }
  const shown = await rig.home.run(['ledger', 'show', '--json', '--run', document.run_id]);
  const rows: { event: string }[] = JSON.parse(shown.stdout).rows;
  expect(rows.map(({ event }) => event)).not.toContain('started');
  expect(rows.filter(({ event }) => event === 'denied')).toHaveLength(2);
  const report = readFileSync(document.report ?? '', 'utf8');
  expect(report).toMatch(/^# Vendor portal report: refused\n/);
  expect(report).toContain(`**Deciding policy:** \`${receipts[0]?.verdict.policies[0]}\``);
});

test('a policy that asks puts one card, and the run goes on once it is approved', async () => {
  await rig.setPolicy(withApproval);
  answering('approved');
  const { done } = await run('2026-05');
  expect(done.code).toBe(0);
  expect(approvals).toHaveLength(1);
  const document = documentOf(done);
  const [card] = approvals;
  expect(card?.run_id).toBe(document.run_id);
  expect(card?.title).toContain('Vendor portal report');
  const texts = card?.acts.map(({ text }) => text) ?? [];
  expect(texts).toContainEqual(expect.stringMatching(/^Download with link "Download CSV" on /));
  expect(texts.join('\n')).toContain(rig.portal.origin);
  expect(document.files).toHaveLength(2);
  expect(readFileSync(document.report ?? '', 'utf8')).toMatch(/\*\*approved\*\* by terminal/);
});

test('denied by the person, nothing happens and the exit code is 3', async () => {
  await rig.setPolicy(withApproval);
  answering('denied');
  const { done, reached } = await run('2026-04');
  expect(done.code).toBe(3);
  expect(reached).toEqual([]);
  expect(approvals).toHaveLength(1);
  const document = documentOf(done);
  expect(document).toMatchObject({ status: 'refused', files: [] });
  expect(readFileSync(document.report ?? '', 'utf8')).toContain('**denied**');
});

test('where nobody can be asked, what asks is denied', async () => {
  await rig.setPolicy(withApproval);
  approvals.length = 0;
  const { done, reached } = await run('2026-04', ['--unattended']);
  expect(done.code).toBe(3);
  expect(reached).toEqual([]);
  expect(approvals).toEqual([]);
  expect(documentOf(done).status).toBe('refused');
});

test('cancelled in the middle, a run stops there with its report', async () => {
  await rig.setPolicy(portalOnly);
  onEvent = (event) => {
    if (event.type !== 'step.started' || event.step_id !== 'search_period') return;
    void client.authority.call('run.cancel', { run_id: event.run_id }).then(given);
  };
  const { done, reached } = await run('2026-03');
  onEvent = () => {};
  expect(done.code).toBe(130);
  const document = documentOf(done);
  expect(document).toMatchObject({ status: 'cancelled', files: [] });
  expect(document.steps.find(({ id }) => id === 'listing')?.status).toBe('succeeded');
  expect(document.steps.find(({ id }) => id === 'prepare')?.status).toBe('pending');
  expect(reached.filter(({ path }) => path.endsWith('/prepare'))).toEqual([]);
  expect(readFileSync(document.report ?? '', 'utf8')).toMatch(/^# Vendor portal report: stopped\n/);
});

test('Ctrl+C at the command line cancels the run and waits for its report', async () => {
  await rig.setPolicy(portalOnly);
  const child = rig.home.start(rig.runArguments('2026-02', ['--json']));
  onEvent = (event) => {
    if (event.type === 'step.started' && event.step_id === 'open_reports') child.kill('SIGINT');
  };
  const done = await finished(child);
  onEvent = () => {};
  expect(done.code).toBe(130);
  const document = documentOf(done);
  expect(document).toMatchObject({ status: 'cancelled', files: [], ledger: { verified: true } });
  expect(existsSync(document.report ?? '')).toBe(true);
});
