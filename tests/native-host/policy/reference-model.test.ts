import { expect, test } from 'vitest';
import { startSeeded } from '../../proof/seeded.ts';
import { cedarUnder } from './cedar-verdict.ts';
import { modelDefaults, randomCall, randomPolicy } from './random-policies.ts';
import { modelVerdict } from './reference-model.ts';

const policiesTried = 100;
const callsTried = 20;

test('2,000 random calls under 100 random policies are judged as the reference model judges them', () => {
  const chance = startSeeded(20_261_130);
  for (let index = 0; index < policiesTried; index += 1) {
    const [person, organisation] = [randomPolicy(chance), randomPolicy(chance)];
    const decide = cedarUnder({ person, defaults: modelDefaults, organisations: [organisation] });
    const calls = Array.from({ length: callsTried }, () => randomCall(chance));
    const right = calls.map((call) => [call, modelVerdict(person, modelDefaults, organisation, call)]);
    expect({ person, organisation, verdicts: calls.map((call) => [call, decide(call)]) }).toEqual({
      person,
      organisation,
      verdicts: right,
    });
  }
}, 240_000);

// An organisation's files, a browser's managed policy and overlays of any kind, laid over a person's rules.
const overlayTexts = [
  '@id("x") forbid (principal, action, resource) when { context.tainted };',
  '@id("y") forbid (principal, action in LocalAgent::Action::"admin", resource);',
  '@id("z") forbid (principal, action, resource) when { resource is LocalAgent::Site && !resource.secure };',
  '@id("w") forbid (principal in LocalAgent::Callers::"mcp", action, resource) unless { context.approved };',
] as const;
const strictness = { allow: 0, ask: 1, deny: 2 } as const;

test('no number of organisation layers and overlays ever makes a verdict looser', () => {
  const chance = startSeeded(4);
  let tightened = 0;
  for (let index = 0; index < policiesTried; index += 1) {
    const person = randomPolicy(chance);
    const organisations = Array.from({ length: 1 + chance.below(3) }, () => randomPolicy(chance));
    const overlays = overlayTexts.filter(() => chance.below(3) === 0);
    const calls = Array.from({ length: callsTried }, () => randomCall(chance));
    const alone = cedarUnder({ person, defaults: modelDefaults, organisations: [] });
    const before = calls.map(alone);
    const together = cedarUnder({ person, defaults: modelDefaults, organisations, overlays });
    calls.forEach((call, at) => {
      const [was, is] = [before[at] ?? 'deny', together(call)];
      if (strictness[is] > strictness[was]) tightened += 1;
      if (strictness[is] < strictness[was])
        throw new Error(JSON.stringify({ person, organisations, call, was, is }));
    });
  }
  expect(tightened).toBeGreaterThan(policiesTried);
}, 240_000);
