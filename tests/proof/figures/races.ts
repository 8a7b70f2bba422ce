import { type Figure, startCount } from '../figure.ts';
import { serveRaces } from '../races/race-site.ts';
import { runRaces } from '../races/run-races.ts';
import { startSeeded } from '../seeded.ts';

/** Pages that swap, cover, remove, navigate, steal the focus or open dialogs while somebody acts in them. */
export const figure: Figure = {
  id: 'F17',
  promise: 'races in the page: no effect on a wrong node or origin, and a true verdict',
  unit: 'races',
  sizes: { ci: 45, long: 20_000 },
  needsBrowser: true,
  async run({ count, seed, progress }) {
    // What starts browsers is loaded only where one is wanted.
    const { startRig } = await import('../../e2e/rig.ts');
    const site = await serveRaces();
    const policy = () =>
      [
        ...[
          'version: 1',
          'read: { mode: allow-all }',
          'delete: { mode: deny-all }',
          'admin: { mode: deny-all }',
        ],
        `write: { mode: allow-list, resources: ["origin:${site.origin}"] }`,
        '',
      ].join('\n');
    const rig = await startRig({ policy });
    try {
      const counted = startCount();
      const client = await rig.client();
      const verdicts = await runRaces({ rig, client, site }, count, startSeeded(seed), progress);
      for (const { race, wrong } of verdicts) {
        if (wrong.length === 0) counted.pass();
        else counted.fail(`${race}: ${wrong.join('; ')}`);
      }
      return counted.finding();
    } finally {
      await rig[Symbol.asyncDispose]();
      await site.close();
    }
  },
};
