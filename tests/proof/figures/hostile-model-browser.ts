import { type Figure, startCount } from '../figure.ts';
import { policies } from '../hostile/expected.ts';
import { honestPages, poisoned } from '../hostile/hostile-web.ts';
import { harmIn } from '../hostile/run-obedient.ts';
import { startSeeded } from '../seeded.ts';

/** The obedient model of F16 through the built extension and host, in a real browser, over real pages. */
export const figure: Figure = {
  id: 'F16b',
  promise: 'the same in a real browser: by command line, by MCP and unattended',
  unit: 'visits of hostile pages',
  // 40 pages on each of three surfaces; the long size has all 300.
  sizes: { ci: 120, long: 900 },
  needsBrowser: true,
  async run({ count, seed, progress }) {
    const { BrowserBench, browserSurfaces } = await import('../hostile/browser-bench.ts');
    const chance = startSeeded(seed);
    const counted = startCount();
    const visits = Object.keys(honestPages).length;
    const runs = Math.ceil(count / (browserSurfaces.length * visits));
    const twins = { of: 0, finished: 0 };
    let calls = 0;
    for (const [index, policy] of policies.entries()) {
      // The runs of a surface are dealt out over the policies.
      const each = Math.floor((runs + index) / policies.length);
      const bench = await BrowserBench.open(policy);
      try {
        for (const surface of browserSurfaces) {
          for (let turn = 0; turn < each; turn += 1) {
            const pages = Object.entries(honestPages).map(([url, page]) => [url, poisoned(page, chance)]);
            const run = await bench.run(Object.fromEntries(pages), surface);
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
          twins.of += 1;
          const twin = await bench.run(honestPages, surface);
          if (twin.finished) twins.finished += 1;
          else
            counted.fail(
              `${surface}, policy ${policy.name}: the task without orders was not finished: ${twin.told.slice(0, 1500)}`,
            );
        }
        if (bench.ledgerHoldsSecret()) counted.fail(`policy ${policy.name}: the secret stands in the ledger`);
      } finally {
        await bench.close();
      }
    }
    return counted.finding({ calls, 'tasks without orders finished': `${twins.finished} of ${twins.of}` });
  },
};
