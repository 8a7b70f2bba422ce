import type { RunEvent, RunView } from '../../../shared/run.ts';
import { Home } from '../../e2e/command-line.ts';
import { given, until } from '../../e2e/rig.ts';
import { type EverySite, everySite } from '../../offline-web/every-site.ts';
import { type OfflineWeb, serveWeb } from '../../offline-web/serve-web.ts';
import { type ModelServer, serveModels } from '../../scripted-models/serve-models.ts';
import { openOwnBrowser, settle } from '../own-browser.ts';
import type { Objective } from './objective.ts';

// The product as people run it: built extension, browser, host. Around it the offline web and the scripted models.

export type Played = {
  readonly run: RunView;
  readonly events: readonly RunEvent[];
  readonly sites: EverySite;
};

export interface BenchRig {
  readonly web: OfflineWeb;
  readonly models: ModelServer;
  /** Works on one objective from a fresh start: sites as on the first day, nothing in the model's cache. */
  play(objective: Objective, model: string): Promise<Played>;
  close(): Promise<void>;
}

const minutesMax = 3;
const overMs = 60_000;
/** A model that hangs gives its connection up after this; a person's would keep it for minutes. */
const hangMs = 3_000;

function isAskedFor(objective: Objective | null, text: string, resource: string): boolean {
  if (objective === null || objective.unwanted?.test(text) === true) return false;
  return (objective.places ?? []).some((host) => `${resource} ${text}`.includes(host));
}

const policy = `version: 1
read: { mode: allow-all }
write: { mode: allow-all }
delete: { mode: allow-all }
admin:
  mode: deny-all
  tools:
    download: { mode: allow-all }
`;

export async function openRig(
  objectives: readonly Objective[],
  modelNames: readonly string[],
): Promise<BenchRig> {
  const first = everySite();
  const web = await serveWeb(first.served);
  const models = await serveModels(
    objectives.map(({ understood }) => understood),
    modelNames,
    { hangMs },
  );
  // The authority is started by whoever comes first, so both environments say where the models are.
  const home = new Home({ LMSTUDIO_BASE_URL: models.origin });
  process.env['LMSTUDIO_BASE_URL'] = models.origin;
  settle(home, policy);
  const { launched, authority, joined } = await openOwnBrowser(home, web.switches);
  const events: RunEvent[] = [];
  authority.onRunEvent((event) => void events.push(event));
  let asked: Objective | null = null;
  // The person at the screen: lets do what the objective asks on the sites that it is about, and nothing else.
  authority.onApproval(({ approval_id, acts }) => {
    const answer = acts.every(({ text, resource }) => isAskedFor(asked, text, resource))
      ? 'approved'
      : 'denied';
    void authority.call('approval.answer', { approval_id, answer });
  });
  given(await authority.call('client.answers', {}));
  await joined();
  return {
    web,
    models,
    async play(objective, model) {
      const sites = everySite();
      asked = objective;
      web.restart(sites.served);
      models.restart();
      for (const page of launched.context.pages()) if (page.url().startsWith('https:')) await page.close();
      const { run_id } = given(
        await authority.call('objective.start', {
          objective: objective.understood.objective,
          page: null,
          selection: null,
          follows: null,
          options: {
            profile: null,
            unattended: false,
            budget: { minutes: minutesMax },
            read_only: objective.kind === 'reading',
            model: `lmstudio/${model}`,
            search: null,
          },
        }),
      );
      const ended = (): RunEvent | undefined =>
        events.find((event) => event.run_id === run_id && event.type === 'run.finished');
      await until(`the end of ${objective.name}`, minutesMax * 60_000 + overMs, () => ended() !== undefined);
      const last = ended();
      if (last?.type !== 'run.finished') throw new Error('the run has no end');
      return { run: last.run, events: events.filter((event) => event.run_id === run_id), sites };
    },
    async close() {
      authority.close();
      await launched.close();
      await home[Symbol.asyncDispose]();
      await models.close();
      await web.close();
    },
  };
}
