import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { Seeded } from '../seeded.ts';
import { type LossyLink, lossyLink } from './lossy-link.ts';
import { SimBrowser } from './sim-browser.ts';
import { SimHost } from './sim-host.ts';

// One life of authority, extension and three callers in virtual time: messages are lost, doubled and late, processes are killed.

const lanes = 3;
const callsEach = 2;
const stepMs = 20;
const troublesMax = 4;
const troubleMsMax = 20_000;
const startMsMax = 4_000;
const downMsMax = 3_000;
/** After the last answer the world goes on, so that what is late arrives. */
const tailMs = 15_000;
const horizonMs = 600_000;

type Told = { readonly target: string; readonly code: string | null };
/** Moves the virtual clock on. */
export type Tick = (ms: number) => void;

const Row = z.object({ call_id: z.string(), event: z.string(), target: z.string().nullable() });

/** Runs a world to its end; what was wrong with it, in words. */
export const runWorld = async (
  database: DatabaseSync,
  {
    name,
    key,
    chance,
    tick,
  }: { readonly name: string; readonly key: Buffer; readonly chance: Seeded; readonly tick: Tick },
): Promise<{ readonly wrong: readonly string[]; readonly effects: number; readonly unknown: number }> => {
  const startedWith = database.prepare(
    `select count(*) as n from ledger where event = 'started' and json_extract(detail, '$.ticket') = ?`,
  );
  const browser = new SimBrowser(chance, (ticket) => startedWith.get(ticket)?.['n'] === 1);
  let host = new SimHost(database, key);
  let link: LossyLink = lossyLink(chance);
  const connect = (): void => {
    link.cut();
    link = lossyLink(chance);
    host.join(link);
    browser.join(link);
  };
  connect();
  const later = (work: () => void): void => void setTimeout(work, chance.below(downMsMax));
  const troubles: readonly (() => void)[] = [
    () => {
      link.cut();
      later(connect);
    },
    () => {
      link.cut();
      browser.killWorker();
      later(connect);
    },
    () => {
      link.cut();
      browser.kill();
      later(connect);
    },
    () => {
      link.cut();
      host.kill();
      host = new SimHost(database, key);
      later(connect);
    },
  ];
  for (let count = chance.below(troublesMax + 1); count > 0; count -= 1) {
    const trouble = troubles[chance.below(troubles.length)];
    setTimeout(() => trouble?.(), chance.below(troubleMsMax));
  }
  const told: Told[] = [];
  let busy = lanes;
  const lane = async (number: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, chance.below(startMsMax)));
    for (let index = 0; index < callsEach; index += 1) {
      const target = `${name} lane ${number} call ${index}`;
      const answer = await host.call(number, target);
      if (answer !== 'killed') told.push({ target, code: answer.receipt.fault?.code ?? null });
    }
    busy -= 1;
  };
  const work = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  for (let at = 0, last = 0; at < horizonMs && at - last <= Math.max(tailMs, troubleMsMax); at += stepMs) {
    if (busy > 0) last = at;
    tick(stepMs);
    await turn();
  }
  if (busy === 0) await work;
  host.kill();
  link.cut();
  const sql = `select call_id, event, json_extract(detail, '$.receipt.target') as target from ledger
    where event <> 'requested' and call_id in (select call_id from ledger
      where event = 'started' and instr(json_extract(detail, '$.receipt.target'), ?) > 0)`;
  const rows = database
    .prepare(sql)
    .all(`${name} `)
    .map((row) => Row.parse(row));
  const wrong = busy > 0 ? [`${name}: ${busy} callers never got an answer`] : [];
  for (let number = 0; number < lanes * callsEach; number += 1) {
    const target = `${name} lane ${Math.floor(number / callsEach)} call ${number % callsEach}`;
    wrong.push(...wrongWith(target, { rows, told, effects: browser.effects }));
  }
  const unknown = rows.filter(({ event }) => event === 'outcome_unknown').length;
  return { wrong, effects: browser.effects.length, unknown };
};

const wrongWith = (
  target: string,
  all: {
    readonly rows: readonly z.infer<typeof Row>[];
    readonly told: readonly Told[];
    readonly effects: SimBrowser['effects'];
  },
): string[] => {
  const effects = all.effects.filter((one) => one.target === target);
  const begun = all.rows.filter((row) => row.event === 'started' && row.target?.includes(target) === true);
  const ends = begun.flatMap(({ call_id: id }) =>
    all.rows.filter((row) => row.call_id === id && row.event !== 'started').map(({ event }) => event),
  );
  const answer = all.told.find((one) => one.target === target);
  const wrong: string[] = [];
  const say = (what: string): void => void wrong.push(`${target} ${what}`);
  if (effects.some(({ intended }) => !intended)) say('took effect without an intent');
  if (effects.length > 1) say(`took effect ${effects.length} times`);
  if (ends.length !== begun.length)
    say(`was begun ${begun.length} times and has the ends ${ends.join(', ')}`);
  if (answer?.code === null && effects.length !== 1) say('was told as done, and was not');
  if (answer !== undefined && answer.code !== null && answer.code !== 'outcome-unknown' && effects.length > 0)
    say(`was told as not done (${answer.code}), and was`);
  for (const event of ends) {
    if (event === 'completed' && effects.length !== 1) say('stands as done in the ledger, and was not');
    if (event !== 'completed' && event !== 'outcome_unknown' && effects.length > 0)
      say(`stands as ${event} in the ledger, and was done`);
  }
  return wrong;
};
