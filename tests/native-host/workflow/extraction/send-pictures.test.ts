import { expect, test } from 'vitest';
import { plannedSending } from '../../../../native-host/workflow/extraction/planned-pictures.ts';
import { sendPictures } from '../../../../native-host/workflow/extraction/send-pictures.ts';
import { fault } from '../../../../shared/faults.ts';
import { FakeCalls, type Reply } from '../fake-calls.ts';
import { valueIn } from '../shipped.ts';
import { picture, plan, stored, table } from './place.ts';

const sending = plannedSending(plan.template, plan.declared, 'origin:https://s3.example.com');

async function send(steps: Readonly<Record<string, unknown>>, reply: Reply = stored) {
  const calls = new FakeCalls(() => reply);
  const kept: string[] = [];
  const result = await sendPictures(
    sending,
    { steps },
    {
      calls,
      context: {
        run_id: 'run',
        caller: { kind: 'job', id: 'run', unattended: true },
        profile: null,
        template: { id: 'slips', version: '1.0.0', reviewed: true, accepted: false },
        granted: [],
      },
      signal: new AbortController().signal,
      settled: (id) => void kept.push(id),
      keepPicture: (name, base64) => {
        kept.push(`${name}: ${Buffer.from(base64, 'base64').toString()}`);
        return `/runs/run/pictures/${name}`;
      },
    },
  );
  return { result, calls, kept };
}

test('a picture that the plan names is kept and stored, and told with its page and what was painted over', async () => {
  const { result, calls, kept } = await send({ found: table, shot: picture });
  expect(kept).toEqual(['shot.png: a picture', 'extraction.shot']);
  expect(calls.made).toMatchObject([
    { tool: 'upload_artifact', args: { from: '/runs/run/pictures/shot.png' }, step_id: 'extraction.shot' },
  ]);
  expect(valueIn(result)).toEqual([
    {
      step_id: 'shot',
      fields: ['gross', 'due'],
      key: stored.key,
      sha256: stored.sha256,
      bytes: 9,
      url: 'https://portal.example.com/reports/ST-1',
      masked: 2,
    },
  ]);
});

test('no picture is sent where its step was not needed', async () => {
  const { result, calls } = await send({ found: table });
  expect([valueIn(result), calls.made]).toEqual([[], []]);
});

test('a picture that could not be stored is a fault, and so is a refusal of the rules', async () => {
  const { result } = await send({ shot: picture }, fault('denied', 'The rules say no.', 'Change them.'));
  expect(result).toMatchObject({ ok: false, fault: { code: 'denied' } });
});
