import { expect, test } from 'vitest';
import type { Upload } from '../../../native-host/gate/ports.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { allow, deny, examplePage, GateRig, outcome, target } from '../../fakes/gate-rig.ts';

// Files on their way through the gate: what comes from a page, and what is given to one.

const onPage = { page: 't1' };
const sha256 = 'c'.repeat(64);
const upload: Upload = {
  name: 'a.csv',
  mime_type: 'text/csv',
  content_base64: 'eA==',
  bytes: 1,
  sha256,
};
const told = { name: 'a.csv', bytes: 1, sha256 };
const args = { ...onPage, selector: '#f', files: [{ path: '/papers/a.csv' }, { name: 'b.txt', text: 'b' }] };

function rigWith(reads: readonly Upload[] = [upload]) {
  const judged: (readonly string[])[] = [];
  const rig = new GateRig({
    uploads: {
      foldersOf: () => ok(['/papers']),
      read(_args, _runId, folders) {
        judged.push(folders);
        return ok(reads);
      },
    },
  });
  rig.answers.prepare = () =>
    ok({ page: examplePage, targets: [target({ role: 'button', name: 'Attach' })], dialog: null });
  rig.answers.act = () =>
    ok(
      outcome(
        { via: 'field', files: [{ name: 'a.csv', bytes: 1, sha256: '' }], held: true },
        { verified: true },
      ),
    );
  return { rig, judged };
}

test('an upload is judged on the site and on the folder, and reads its files only then', async () => {
  const { rig, judged } = rigWith();
  const { receipt, result } = await rig.call('upload_file', args);
  expect(receipt).toMatchObject({ fault: null, bucket: 'admin', resource: 'origin:https://shop.example' });
  expect(receipt.target).toBe('"/papers/a.csv", "b.txt" with button "Attach"');
  expect(rig.questions.map(({ resource }) => resource)).toEqual([
    { kind: 'site', url: examplePage.url },
    { kind: 'folder', path: '/papers' },
  ]);
  expect(judged).toEqual([['/papers']]);
  expect(rig.sent.at(-1)?.params['files']).toEqual([
    { name: 'a.csv', mime_type: 'text/csv', content_base64: 'eA==' },
  ]);
  // The hash is the host's own, whatever the browser says.
  expect(result).toMatchObject({ files: [told], held: true });
});

test('a folder that is denied stops the upload before anything is read', async () => {
  const { rig, judged } = rigWith();
  rig.verdict = ({ resource }) => (resource.kind === 'folder' ? deny : allow);
  const { receipt } = await rig.call('upload_file', args);
  expect(receipt).toMatchObject({ domain: 'blocked', fault: { code: 'denied' } });
  expect(judged).toEqual([]);
  expect(rig.sent.map(({ method }) => method)).toEqual(['tool.prepare']);
});

test('a file that may never be given away is refused before the policy is asked', async () => {
  const rig = new GateRig({
    uploads: { foldersOf: () => failed(fault('denied', 'Never.', 'Other folder.')), read: () => ok([]) },
  });
  const { receipt } = await rig.call('upload_file', args);
  expect(receipt.fault?.code).toBe('denied');
  expect(rig.questions).toEqual([]);
});

test('name, size and hash of files are in the ledger: of an upload before it is sent, of a download once it is here', async () => {
  const { rig } = rigWith();
  await rig.call('upload_file', args);
  const details = (event: string) =>
    rig.rows.filter((row) => row.event === event).map(({ detail }) => detail['files']);
  expect(details('started')).toEqual([[told]]);
  expect(details('completed')).toEqual([[told]]);
  expect(JSON.stringify(rig.rows)).not.toContain('eA==');

  const file = {
    name: 'r.csv',
    path: '/dl/r.csv',
    bytes: 8,
    sha256: null,
    mime: 'text/csv',
    source_url: 'https://shop.example/r',
  };
  rig.answers.act = () => ok(outcome(file, { verified: true }));
  await rig.call('download', { ...onPage, selector: '#d' });
  expect(details('completed').at(-1)).toEqual([{ name: 'r.csv', bytes: 8, sha256: 'b'.repeat(64) }]);
});

test('a download that another tool set off is told as stopped, with what to do', async () => {
  const rig = new GateRig();
  const download = { id: '1', filename: 'r.csv', url: 'https://shop.example/r' };
  const caused = { navigated: false, opened: [], dialog: null, download };
  rig.answers.act = () => ok(outcome({ delivered: true, effects: [] }, { caused }));
  const { result } = await rig.call('click', { ...onPage, selector: '#d' });
  expect(result?.['download']).toEqual({
    ...download,
    kept: false,
    note: expect.stringContaining('download tool'),
  });
});

test('a tool of the page is judged on the page by its name, and the person is told name and arguments', async () => {
  const rig = new GateRig();
  rig.answers.prepare = () => ok({ page: examplePage, targets: [], dialog: null });
  rig.answers.act = () => ok(outcome({ status: 'completed', output: 'x', truncated: false, note: '' }));
  const { receipt } = await rig.call('call_page_tool', { ...onPage, name: 'deleteOrder', args: { id: 7 } });
  expect(rig.questions).toMatchObject([
    {
      bucket: 'delete',
      resource: { kind: 'site', url: examplePage.url },
      target: { role: 'tool', name: 'deleteOrder' },
    },
  ]);
  expect(receipt.target).toBe('the page\'s tool "deleteOrder" with {"id":7}');
  // The page's own word is no proof.
  expect(receipt).toMatchObject({ domain: 'unknown', evidence: 'none' });
});
