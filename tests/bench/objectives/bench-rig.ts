import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installForProfile } from '../../../native-host/browser/install-host.ts';
import { launchBrowser } from '../../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../../native-host/cli/wiring/join-authority.ts';
import { homePaths } from '../../../native-host/io/home.ts';
import type { RunEvent, RunView } from '../../../shared/run.ts';
import { Home } from '../../e2e/command-line.ts';
import { given, until } from '../../e2e/rig.ts';
import { root } from '../../house/source-tree.ts';
import { type EverySite, everySite } from '../../offline-web/every-site.ts';
import { type OfflineWeb, serveWeb } from '../../offline-web/serve-web.ts';
import { type ModelServer, serveModels } from '../../scripted-models/serve-models.ts';
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

const joinMs = 90_000;
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
  home.env['HOME'] = join(home.folder, 'person');
  mkdirSync(home.env['HOME'], { mode: 0o700 });
  const paths = homePaths(home.env);
  mkdirSync(home.home, { recursive: true, mode: 0o700 });
  writeFileSync(paths.policy, policy, { mode: 0o600 });
  const profileFolder = join(paths.profiles, 'main');
  installForProfile(profileFolder, installPlace(paths, home.env, join(root, 'dist', 'host', 'relay.mjs')));
  const launched = given(
    await launchBrowser({
      browser: given(browserOf(paths, home.env)),
      profile: 'main',
      profileFolder,
      extensionFolder: join(root, '.output', 'chrome-mv3'),
      headless: true,
      env: { ...home.env, LOCALAGENT_PROFILE: 'main' },
      switches: web.switches,
    }),
  );
  const authority = given(await joinAuthority(paths, join(root, 'dist', 'host', 'main.mjs')));
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
  await until('the browser to join', joinMs, async () => {
    const status = given(await authority.call('status.get', {}));
    return status.profiles.some(({ name }) => name === 'main');
  });
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
