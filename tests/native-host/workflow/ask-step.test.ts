import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { explainTemplate } from '../../../native-host/workflow/explain-template.ts';
import { foresee } from '../../../native-host/workflow/foresee.ts';
import type { AskPerson } from '../../../native-host/workflow/ports.ts';
import { type RunMeans, runTemplate } from '../../../native-host/workflow/run-template.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import { FakeCalls } from './fake-calls.ts';
import { denier, paperRun } from './paper-run.ts';
import { compileText, faultOf, valueIn } from './shipped.ts';

const head = `id: small
version: 1.0.0
title: Small job
description: For tests.
parameters: { phone: { type: string, title: Phone, default: "+49 1" } }
sites: ["https://a.example.com"]
steps:
`;
const asks = (more = '') =>
  `  - { id: sms, title: Code, ask: { question: "Which code came to {{parameters.phone}}?", kind: code }${more} }\n`;
const enters =
  '  - { id: enter, title: Enter, tool: fill, args: { selector: a, value: "{{steps.sms.answer}}" }, buckets: [write] }\n';

async function run(steps: string, answer: string | null) {
  const plan = valueIn(compileText(head + steps));
  const calls = new FakeCalls(() => ({}));
  const asked: Parameters<AskPerson>[0][] = [];
  const events: RunEventBody[] = [];
  const means: RunMeans = {
    ...paperRun(calls, events),
    askPerson: async (question) => {
      asked.push(question);
      return answer;
    },
    approver: denier,
  };
  return { end: await runTemplate(plan, means), calls, asked, events };
}

test('the run waits for the answer, which goes on by its name', async () => {
  const { end, calls, asked } = await run(asks() + enters, 'secret:answer.0a1b');
  expect(end.status).toBe('succeeded');
  expect(asked).toEqual([
    {
      text: 'Which code came to +49 1?',
      kind: 'code',
      sites: ['https://a.example.com'],
      waitMs: 300_000,
    },
  ]);
  expect(calls.made.map(({ args }) => args['value'])).toEqual(['secret:answer.0a1b']);
});

test('silence ends the run, or is passed over where the step says so', async () => {
  const { end, calls } = await run(asks() + enters, null);
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'timeout' } });
  expect(calls.tools).toEqual([]);
  const look = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';
  expect((await run(asks(', on_failure: skip') + look, null)).end.status).toBe('succeeded');
});

test('no page can word a question, and an answer has no other field', () => {
  const look = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';
  const worded = asks().replace('parameters.phone', 'steps.look.text');
  expect(faultOf(compileText(head + look + worded)).message).toContain('only parameters may be named');
  const other = enters.replace('sms.answer', 'sms.code');
  expect(faultOf(compileText(head + asks() + other)).message).toContain('gives no "code"');
});

test('the plan tells that it waits, and that it never runs unattended', () => {
  const { template } = valueIn(compileText(head + asks() + enters));
  const [first] = explainTemplate(template, patterns).steps;
  expect(first?.remarks.join(' ')).toContain('waits for you for a code');
  expect(first?.remarks.join(' ')).toContain('never runs unattended');
  expect(foresee(template, patterns).waits).toEqual(['Code']);
});
