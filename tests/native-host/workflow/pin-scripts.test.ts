import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { pinScripts, unpinnedFault, unpinnedSteps } from '../../../native-host/workflow/pin-scripts.ts';
import { ok } from '../../../shared/faults.ts';
import { StepScript } from '../../../shared/step-script.ts';
import { valueIn } from './shipped.ts';
import { head, load } from './step-rig.ts';

const kept = StepScript.parse({
  id: 'one',
  version: '1.0.0',
  title: 'One',
  description: 'Gives one.',
  buckets: ['read'],
  code: 'return 1;',
});
const shelf = { find: () => ok(kept), names: () => ['one@1.0.0'] };
const text = `${head}  - id: block # stays
    title: Block
    # and this
    code: |
      return 1;
    buckets: [read]
  - { id: flow, title: Flow, script: one@1.0.0, buckets: [read] }
  - id: loop
    title: Loop
    for_each: { max: 2 }
    steps:
      - code: return 2;
        id: inner
        title: Inner
        buckets: [read]
`;
const pins = (written: string) => {
  const loaded = valueIn(load(written, shelf));
  return unpinnedSteps(loaded, stepPatterns);
};

test('each script gets its hash, in blocks, flows and loops, and nothing else changes', () => {
  const steps = pins(text);
  expect(steps.map(({ step }) => step.id)).toEqual(['block', 'flow', 'inner']);
  const pinned = pinScripts(text, steps);
  expect(pins(pinned)).toEqual([]);
  expect(pinned.replace(/code_hash: [0-9a-f]{64}(?:, |\n *)/g, '')).toBe(text);
  // The same script has the same hash, wherever it stands.
  const hashes = [...pinned.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);
  expect(hashes[0]).toBe(hashes[1]);
});

test('a template in JSON stays JSON', () => {
  const { written } = valueIn(load(text, shelf));
  const json = JSON.stringify(written, null, 2);
  const pinned = pinScripts(json, pins(json));
  expect(JSON.parse(pinned).steps[1]).toHaveProperty('code_hash', pins(json)[1]?.hash);
  expect(pins(pinned)).toEqual([]);
});

test('what cites a script without its hash is not signed', () => {
  const steps = pins(text);
  expect(unpinnedFault(steps)?.message).toContain(
    `step "flow" (one@1.0.0) needs code_hash: ${steps[1]?.hash}`,
  );
  expect(unpinnedFault(steps.filter(({ step }) => step.id !== 'flow'))).toBeNull();
});
