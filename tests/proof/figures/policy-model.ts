import { cedarUnder } from '../../native-host/policy/cedar-verdict.ts';
import { modelDefaults, randomCall, randomPolicy } from '../../native-host/policy/random-policies.ts';
import { modelVerdict } from '../../native-host/policy/reference-model.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

/** Calls that are judged under one pair of policies before the next pair is made. */
const callsPerPolicy = 40;
const progressEvery = 2_000;

/** Policies and calls by chance, judged by what is in force and by a model of it that was written apart, without Cedar. */
export const figure: Figure = {
  id: 'F7',
  promise: 'the policy decides as its reference model does, and never allows with an error or without a rule',
  unit: 'policy cases',
  sizes: { ci: 4_000, long: 300_000 },
  run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const decided = { allow: 0, ask: 0, deny: 0 };
    for (let done = 0; done < count; ) {
      const [person, organisation] = [randomPolicy(chance), randomPolicy(chance)];
      // Every other person has no organisation above.
      const above = chance.below(2) === 0 ? organisation : {};
      const decide = cedarUnder({ person, defaults: modelDefaults, organisations: [above] });
      for (let index = 0; index < callsPerPolicy && done < count; index += 1, done += 1) {
        const call = randomCall(chance);
        const right = modelVerdict(person, modelDefaults, above, call);
        decided[right] += 1;
        const said = answer(() => decide(call));
        if (said === right) counted.pass();
        else counted.fail(`${said} instead of ${right}: ${JSON.stringify({ call, person, above })}`);
        if (done % progressEvery === 0) progress(done);
      }
    }
    return Promise.resolve(counted.finding(decided));
  },
};

function answer(decide: () => string): string {
  try {
    return decide();
  } catch (error) {
    return `threw ${String(error)}`;
  }
}
