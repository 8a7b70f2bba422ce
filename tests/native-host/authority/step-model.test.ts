import { expect, test } from 'vitest';
import { needsModel, StepModel } from '../../../native-host/authority/step-model.ts';
import type { Model } from '../../../native-host/model/provider.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import type { Template } from '../../../shared/template.ts';
import { valueIn } from '../workflow/shipped.ts';
import { head, load, look } from '../workflow/step-rig.ts';

function stepModel(
  more: { remote?: boolean; unattended?: boolean; says?: 'approved' | 'denied'; none?: boolean } = {},
) {
  let [opened, closed, asked] = [0, 0, 0];
  const prompts: string[] = [];
  const use = { promptTokens: 10, cachedTokens: null, completionTokens: 1, estimated: false };
  const model: Model = {
    provider: 'paper',
    name: 'paper',
    remote: more.remote ?? false,
    place: 'models.test',
    contextTokens: 8000,
    complete: async ({ messages }) => {
      prompts.push(messages.map(({ content }) => content).join('\n'));
      return ok({ text: '{"answer":"yes"}', finish: 'stop', use, durationMs: 1 });
    },
    close: async () => {
      closed += 1;
    },
  };
  const one = new StepModel(
    {
      engines: {
        openModel: async () => {
          opened += 1;
          return more.none ? failed(fault('model-unavailable', 'There is none.', 'Set one up.')) : ok(model);
        },
      },
      desk: {
        ask: async () => {
          asked += 1;
          return { answer: more.says ?? 'approved', by: 'panel', scope: 'once' };
        },
      },
      clock: () => 0,
      config: { approvals: { timeout_seconds: 60 } },
      vault: { redactor: () => ({ redactText: (text) => text.replaceAll('hunter2', '•••') }) },
      budgets: { spendTokens: () => null },
    },
    { id: 'run', unattended: more.unattended ?? false, title: 'Small job' },
  );
  const question = () =>
    one.ask(
      { question: 'Is it so?', seen: [{ title: 'look', text: 'It is. hunter2' }], form: { kind: 'yes_no' } },
      { context, emit: () => undefined, signal: new AbortController().signal },
    );
  return { one, question, prompts, counts: () => ({ opened, closed, asked }) };
}

const context = {
  run_id: 'run',
  caller: { kind: 'workflow', id: 'run', unattended: false },
  profile: null,
  template: { id: 'small', version: '1.0.0', reviewed: false, accepted: false },
  granted: [],
} as const;

test('the model is opened once for all questions of a run, sees no secret, and is let go of', async () => {
  const { one, question, prompts, counts } = stepModel();
  expect(await question()).toMatchObject({ ok: true, value: { answer: true } });
  await question();
  await one.close();
  expect(counts()).toEqual({ opened: 1, closed: 1, asked: 0 });
  expect(prompts.join()).not.toContain('hunter2');
});

test('one elsewhere is asked with the leave of the person, once; while nobody is there it is not', async () => {
  const allowed = stepModel({ remote: true });
  await allowed.question();
  await allowed.question();
  expect(allowed.counts()).toMatchObject({ asked: 1 });
  for (const refused of [
    stepModel({ remote: true, says: 'denied' }),
    stepModel({ remote: true, unattended: true }),
  ]) {
    expect(await refused.question()).toMatchObject({ ok: false, fault: { code: 'denied' } });
    expect([refused.prompts, refused.counts().closed]).toEqual([[], 1]);
  }
});

test('where there is none, every question says so, and nothing has to be let go of', async () => {
  const { one, question, counts } = stepModel({ none: true });
  expect(await question()).toMatchObject({ ok: false, fault: { code: 'model-unavailable' } });
  await one.close();
  expect(counts().closed).toBe(0);
});

test('a template needs a model where a question must be answered', () => {
  const ask = (more: string): Template =>
    valueIn(
      load(
        `${head}${look}  - { id: ask, title: Ask, prompt: "A?", sees: [look], answer: { yes_no: true }${more} }\n`,
      ),
    ).template;
  expect([needsModel(ask('')), needsModel(ask(', on_failure: skip'))]).toEqual([true, false]);
});
