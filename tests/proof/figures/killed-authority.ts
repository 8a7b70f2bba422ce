import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { joinAuthority } from '../../../native-host/cli/wiring/join-authority.ts';
import { type HomePaths, homePaths } from '../../../native-host/io/home.ts';
import { ensureFolders } from '../../../native-host/io/private-folder.ts';
import { programEntries } from '../../../native-host/io/program-entries.ts';
import { root } from '../../house/source-tree.ts';
import { FakeExtension } from '../fake-extension.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

/** Acts under way at once when the authority is killed: each from a caller of its own, on a page of its own. */
const together = 8;
const points = ['before-intent', 'after-intent', 'after-dispatch', 'before-outcome'] as const;
const startMs = 180_000;
const pollMs = 20;
const policy = `version: 1
read: { mode: allow-all }
write: { mode: allow-all }
`;

const Row = z.object({
  call_id: z.string(),
  event: z.string(),
  ticket: z.string().nullable(),
  target: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

class Authority {
  readonly paths: HomePaths;
  readonly #pauseFolder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.paths = homePaths({ LOCALAGENT_HOME: join(folder, 'home') });
    this.#pauseFolder = join(folder, 'pause');
    mkdirSync(this.#pauseFolder, { recursive: true });
    ensureFolders(this.paths);
    writeFileSync(this.paths.policy, policy, { mode: 0o600 });
  }

  /** Starts the program and joins it as browser and as command line. */
  async start(extension: FakeExtension) {
    const env = {
      ...process.env,
      LOCALAGENT_HOME: this.paths.home,
      LOCALAGENT_TEST_PAUSE: this.#pauseFolder,
    };
    const flags = ['--disable-warning=ExperimentalWarning', programEntries().authority];
    this.#child = spawn(process.execPath, flags, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    for (const end = Date.now() + startMs; Date.now() < end; await pause(pollMs)) {
      const browser = await extension.join(this.paths);
      const client = browser.ok ? await joinAuthority(this.paths, null) : browser;
      if (client.ok) return client.value;
    }
    throw new Error('the authority did not come up');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** The next act that comes to the point waits there; gives when it has, or after a while when none came. */
  async reach(point: string): Promise<void> {
    writeFileSync(
      join(this.#pauseFolder, 'pause.json'),
      JSON.stringify({ point, tool: 'click', target: '' }),
    );
    const reached = join(this.#pauseFolder, 'reached');
    for (const end = Date.now() + 5_000; Date.now() < end && !existsSync(reached); ) await pause(pollMs / 4);
  }

  forgetPoint(): void {
    for (const name of ['pause.json', 'reached']) rmSync(join(this.#pauseFolder, name), { force: true });
  }

  rows(): Row[] {
    const database = new DatabaseSync(this.paths.database, { readOnly: true });
    try {
      const sql = `select call_id, event, json_extract(detail, '$.ticket') as ticket,
        json_extract(detail, '$.receipt.target') as target from ledger where tool = 'click' order by seq`;
      return database
        .prepare(sql)
        .all()
        .map((row) => Row.parse(row));
    } finally {
      database.close();
    }
  }
}

type Counted = ReturnType<typeof startCount>;
interface Told {
  readonly target: string;
  readonly code: string | null;
}

/** One round: acts are begun, the authority is killed among them, and starts again. */
const round = async (
  authority: Authority,
  extension: FakeExtension,
  at: { readonly index: number; readonly chance: Seeded },
): Promise<readonly Told[]> => {
  const { index, chance } = at;
  const client = await authority.start(extension);
  authority.forgetPoint();
  const told: Told[] = [];
  const calls = Array.from({ length: together }, async (_, lane) => {
    const target = `round ${index} act ${lane}`;
    const answer = await client.call('tool.call', {
      tool: 'click',
      args: { selector: target, page: `t${lane + 1}` },
      profile: 'fake',
      session: `lane-${index}-${lane}`,
      unattended: true,
    });
    if (answer.ok) told.push({ target, code: answer.value.receipt.fault?.code ?? null });
  });
  const point = points[index % (points.length * 2)];
  if (point === undefined) await pause(chance.below(250));
  else await authority.reach(point);
  await authority.kill();
  client.close();
  await Promise.all(calls);
  return told;
};

/** Compares what the fake browser did with what the ledger knows and the callers were told. */
const judge = (
  counted: Counted,
  names: readonly string[],
  all: { readonly rows: readonly Row[]; readonly extension: FakeExtension; readonly told: readonly Told[] },
): void => {
  for (const name of names) {
    const done = all.extension.effects.filter(({ target }) => target === name);
    const started = all.rows.filter((row) => row.event === 'started' && (row.target ?? '').includes(name));
    const intended = done.every(({ ticket }) => started.some((row) => row.ticket === ticket));
    const ends = started.flatMap(({ call_id: id }) =>
      all.rows.filter((row) => row.call_id === id && row.event !== 'started' && row.event !== 'requested'),
    );
    const answer = all.told.find(({ target }) => target === name);
    const isSure = ends.every(({ event }) => event === 'completed');
    if (!intended) counted.fail(`${name} took effect without an intent`);
    else if (done.length > 1) counted.fail(`${name} took effect ${done.length} times`);
    else if (ends.length !== started.length) counted.fail(`${name} was begun and has ${ends.length} ends`);
    else if (answer?.code === null && (done.length !== 1 || !isSure)) counted.fail(`${name} was told done`);
    else if (
      done.length === 1 &&
      ends.some(({ event }) => event !== 'completed' && event !== 'outcome_unknown')
    )
      counted.fail(`${name} took effect and the ledger says ${ends[0]?.event}`);
    else counted.pass();
  }
};

/** The real authority, killed with SIGKILL at named points and at random, against the log of what really happened. */
export const figure: Figure = {
  id: 'F11',
  promise: 'no act without its intent on disk, none done twice, and what a kill cut off is shown as unknown',
  unit: 'acts under way at a kill',
  sizes: { ci: 24, long: 10_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const folder = mkdtempSync(join(tmpdir(), 'la-killed-'));
    const authority = new Authority(folder);
    const extension = new FakeExtension(() => chance.below(40));
    const rounds = Math.ceil(count / together);
    const told: Told[] = [];
    try {
      for (let index = 0; index < rounds; index += 1) {
        told.push(...(await round(authority, extension, { index, chance })));
        progress(index * together);
      }
      (await authority.start(extension)).close();
      await authority.kill();
      const rows = authority.rows();
      const names = Array.from(
        { length: rounds * together },
        (_, index) => `round ${Math.floor(index / together)} act ${index % together}`,
      );
      judge(counted, names, { rows, extension, told });
      const unknown = rows.filter(({ event }) => event === 'outcome_unknown').length;
      const { effects } = extension;
      return counted.finding({ kills: rounds, effects: effects.length, 'shown as unknown': unknown });
    } finally {
      await authority.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
