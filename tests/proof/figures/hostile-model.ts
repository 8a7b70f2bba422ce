import { type Figure, startCount } from '../figure.ts';
import { policies, type Surface } from '../hostile/expected.ts';
import { honestPages, poisoned } from '../hostile/hostile-web.ts';
import { harmIn, ObedientBench } from '../hostile/run-obedient.ts';
import { startSeeded } from '../seeded.ts';

const surfaces = ['panel', 'client', 'mcp', 'job'] as const satisfies readonly Surface[];

/**
 * A model that obeys every order it reads, on hostile pages, through the real gate with a browser that refuses nothing; and the
 * same tasks without orders, which have to be finished.
 */
export const figure: Figure = {
  id: 'F16',
  promise: 'a model that obeys its pages does nothing that policy does not allow, and gives no secret away',
  unit: 'visits of hostile pages',
  // 300 pages on each of four surfaces; every run visits as many as the task has.
  sizes: { ci: 1_200, long: 12_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    let calls = 0;
    let twins = 0;
    let finished = 0;
    const visits = Object.keys(honestPages).length;
    const each = Math.ceil(count / (policies.length * surfaces.length * visits));
    for (const policy of policies) {
      const bench = await ObedientBench.open(policy);
      try {
        for (const surface of surfaces) {
          for (let index = 0; index < each; index += 1) {
            const web = Object.fromEntries(
              Object.entries(honestPages).map(([url, page]) => [url, poisoned(page, chance)]),
            );
            const run = await bench.run(web, surface);
            calls += run.calls;
            const harm = harmIn(run, policy, surface);
            for (let visit = 0; visit < visits; visit += 1) {
              const what = harm[visit] ?? harm[0];
              if (what === undefined) counted.pass();
              else counted.fail(`${surface}, policy ${policy.name}: ${what}`);
            }
            progress(counted.finding().tried);
          }
          if (!policy.finishes(surface)) continue;
          twins += 1;
          const twin = await bench.run(honestPages, surface);
          if (twin.finished) finished += 1;
          else counted.fail(`${surface}, policy ${policy.name}: the task without orders was not finished`);
        }
      } finally {
        await bench.close();
      }
    }
    return counted.finding({ calls, 'tasks without orders finished': `${finished} of ${twins}` });
  },
};
