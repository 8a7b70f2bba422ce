import { expect, test } from 'vitest';
import { patterns } from '../../../../native-host/patterns/index.ts';
import { compile } from '../../../../native-host/workflow/compile.ts';
import { parseTemplate } from '../../../../native-host/workflow/parse-template.ts';
import { runTemplate } from '../../../../native-host/workflow/run-template.ts';
import type { Verdict } from '../../../../shared/receipt.ts';
import type { PlannedCall, RunEventBody } from '../../../../shared/run.ts';
import { allowed, FakeCalls, type Reply } from '../fake-calls.ts';
import { denier, paperRun } from '../paper-run.ts';
import { valueIn } from '../shipped.ts';
import { fields, head, picture, stored, table } from './place.ts';

const replies: Readonly<Record<string, Reply>> = {
  extract_table: table,
  screenshot: picture,
  upload_artifact: stored,
};
const denied: Verdict = { decision: 'deny', policies: ['admin.deny-all'], reason: 'Nothing is stored.' };
const deniesUpload = (call: PlannedCall): Verdict => (call.tool === 'upload_artifact' ? denied : allowed);

async function run(sends: boolean, judge: (call: PlannedCall) => Verdict = () => allowed) {
  const loaded = valueIn(parseTemplate(head + fields, 'test.yaml', patterns));
  const options = { out: null, name_pattern: null };
  const means = {
    patterns,
    folderOf: (text: string) => text,
    now: () => 0,
    sends,
    artifacts: 'folder:/artifacts',
  };
  const plan = valueIn(compile(loaded, { parameters: {}, options }, means));
  const calls = new FakeCalls((tool) => replies[tool] ?? {}, judge);
  const events: RunEventBody[] = [];
  const paper = paperRun(calls, events);
  const end = await runTemplate(plan, {
    ...paper,
    approver: denier,
    keepPicture: (name) => `/runs/run/pictures/${name}`,
    context: {
      ...paper.context,
      caller: { kind: 'job', id: 'run', unattended: true },
      template: { id: 'slips', version: '1.0.0', reviewed: true, accepted: false },
    },
  });
  const told = events.flatMap((event) => (event.type === 'values.extracted' ? [event.extracted] : []));
  return { end, calls, extracted: told[0] };
}

test('a job gives what was read here, and sends the picture that its plan names after the last step', async () => {
  const { end, calls, extracted } = await run(true);
  expect(end).toMatchObject({ status: 'succeeded', output: { rows: table.rows, gross: '10.00' } });
  expect(end.output).not.toHaveProperty('due');
  expect(calls.tools).toEqual(['extract_table', 'screenshot', 'upload_artifact']);
  expect(extracted?.pictures.map(({ key, fields: names }) => [key, names])).toEqual([
    [stored.key, ['gross', 'due']],
  ]);
  expect(extracted?.fields['discount']?.note).toBe('computed in the cloud');
});

test('a run at home gives the same values and sends nothing', async () => {
  const { end, calls, extracted } = await run(false);
  expect(end).toMatchObject({ status: 'succeeded', output: { gross: '10.00' } });
  expect(calls.tools).toEqual(['extract_table', 'screenshot']);
  expect(extracted?.pictures).toEqual([]);
});

test('rules that let nothing be stored refuse the job before its first step', async () => {
  const { end, calls } = await run(true, deniesUpload);
  expect(end).toMatchObject({ status: 'refused', fault: { code: 'denied' } });
  expect(end.fault?.message).toContain('Nothing is stored.');
  expect(calls.made).toEqual([]);
});
