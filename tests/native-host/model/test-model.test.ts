import { expect, test } from 'vitest';
import type { Model } from '../../../native-host/model/provider.ts';
import { testModel } from '../../../native-host/model/test-model.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';

const never = new AbortController().signal;

function model(text: string, change: Partial<Model> = {}, estimated = false): Model {
  return {
    provider: 'here',
    name: 'small',
    remote: false,
    place: 'http://127.0.0.1:1',
    contextTokens: 8_192,
    complete: async (_request, { onText }) => {
      onText?.(text);
      const use = { promptTokens: 250, cachedTokens: 0, completionTokens: 20, estimated };
      return ok({ text, finish: 'stop', durationMs: 20_000, use });
    },
    close: async () => undefined,
    ...change,
  };
}

const right = '{"highest": "Kilimanjaro", "metres": 5895}';

test('a model that keeps to the form is said to, with the speed at which it wrote', async () => {
  const tested = await testModel(model(right), never);
  expect(tested).toMatchObject({ ok: true, value: { structured: true, durationMs: 20_000 } });
  expect(tested.ok && tested.value.writtenPerSecond).toBeCloseTo(0.9, 0);
  expect(tested.ok && tested.value.remarks).toEqual([expect.stringContaining('It writes slowly')]);
});

test.each([
  ['another form', model('Kilimanjaro, 5895 m'), false, /did not keep to the form/],
  ['a wrong answer', model('{"highest": "Kenya", "metres": 5199}'), true, /wrong, though the page says it/],
  ['a repaired answer', model(`Sure:\n\`\`\`json\n${right}\n\`\`\``), true, /had to be repaired/],
  ['a small context', model(right, { contextTokens: 2_048 }), true, /context of 2048 tokens is small/],
  ['no counts', model(right, {}, true), true, /does not count tokens/],
  ['another machine', model(right, { remote: true, place: 'api.x.ai' }), true, /goes to api\.x\.ai/],
])('%s is remarked', async (_what, asked, structured, remark) => {
  const tested = await testModel(asked, never);
  expect(tested.ok && tested.value.structured).toBe(structured);
  expect(tested.ok && tested.value.remarks.join('\n')).toMatch(remark);
});

test('a model that does not answer is a fault', async () => {
  const gone = failed(fault('model-unavailable', 'gone', 'Start it.'));
  expect(await testModel(model(right, { complete: async () => gone }), never)).toEqual(gone);
});
