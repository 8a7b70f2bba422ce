import type { Page } from 'playwright-core';
import type { Client, Rig, ToolAnswer } from '../../e2e/rig.ts';
import type { SmallSite } from '../../e2e/small-site.ts';
import type { Seeded } from '../seeded.ts';
import { type Trick, tricks } from './race-site.ts';

/** The trick is played at a moment from the call's beginning up to this many milliseconds later. */
const latestMs = 200;
const quietMs = 1_000;
const quietLooksMax = 10;

const acts = {
  click: { tool: 'click', args: { selector: '#ok' } },
  fill: { tool: 'fill', args: { selector: '#field', value: 'some words to fill in' } },
  type: { tool: 'press_key', args: { selector: '#field', text: 'typed key by key' } },
  enter: { tool: 'press_key', args: { selector: '#ok', key: 'Enter' } },
} as const;
type ActName = keyof typeof acts;
const actNames = ['click', 'fill', 'type', 'enter'] as const;

/** What was tried, and what the tool said of it. */
type Race = {
  readonly id: string;
  readonly trick: Trick;
  readonly act: ActName;
  readonly atMs: number;
  readonly answer: ToolAnswer;
};

export type RaceVerdict = { readonly race: string; readonly wrong: readonly string[] };

/** Runs races and tells of each what was wrong with it; nothing is wrong with most, one hopes. */
export async function runRaces(
  parts: { readonly rig: Rig; readonly client: Client; readonly site: SmallSite },
  count: number,
  chance: Seeded,
  progress: (done: number) => void = () => undefined,
): Promise<readonly RaceVerdict[]> {
  const { client, site } = parts;
  const races: Race[] = [];
  for (let index = 0; index < count; index += 1) {
    // Every trick with every act in turn, at moments of chance.
    const trick = tricks[index % tricks.length] ?? 'none';
    const act = actNames[Math.floor(index / tricks.length) % actNames.length] ?? 'click';
    const atMs = chance.below(latestMs + 1);
    const id = `r${index}`;
    const page = await racePage(parts);
    await page.evaluate(`prepare(${JSON.stringify(id)}, ${JSON.stringify(trick)})`);
    await page.evaluate(
      `void setTimeout(() => tricks[${JSON.stringify(trick)}](${JSON.stringify(id)}), ${atMs})`,
    );
    const { tool, args } = acts[act];
    const answer = await client.call(tool, { ...args, timeout_ms: 1_500 });
    const race = { id, trick, act, atMs, answer };
    races.push(race);
    await calm(parts, page, race);
    progress(index + 1);
  }
  // What the last pages told is on its way for a while on a busy machine.
  for (let told = -1, looks = 0; told !== site.requests.length && looks < quietLooksMax; looks += 1) {
    told = site.requests.length;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
  return races.map((race) => ({ race: wordsOf(race), wrong: wrongIn(race, site) }));
}

/** The page of the races, opened by the tools where the one before has led away from it. */
async function racePage({ rig, client, site }: { rig: Rig; client: Client; site: SmallSite }): Promise<Page> {
  const find = () =>
    rig
      .browser()
      .context.pages()
      .find((one) => one.url() === `${site.origin}/`);
  const there = find();
  if (there !== undefined) return there;
  let { receipt } = await client.call('navigate', { url: `${site.origin}/` });
  // The race before may still be leading its page elsewhere: then nothing has happened, and it is asked for anew.
  for (let again = 0; again < 5 && receipt.fault?.code === 'permit-mismatch'; again += 1) {
    ({ receipt } = await client.call('navigate', { url: `${site.origin}/` }));
  }
  // Another client of the browser hears of it a moment later.
  for (let look = 0; look < 100 && find() === undefined; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const found = find();
  if (found === undefined) throw new Error(`no page to race in: ${JSON.stringify(receipt.fault)}`);
  return found;
}

/** Waits until the trick has been played, and ends what it left open, so that the next race begins in peace. */
async function calm(
  { client, site }: { client: Client; site: SmallSite },
  page: Page,
  race: Race,
): Promise<void> {
  if (race.trick === 'dialog') {
    for (let look = 0; look < 50; look += 1) {
      if ((await client.call('handle_dialog', { accept: true })).receipt.fault === null) return;
    }
  }
  for (let look = 0; race.trick.startsWith('away') && look < 100; look += 1) {
    if (page.url() !== `${site.origin}/`) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function wrongIn({ id, act, answer }: Race, site: SmallSite): string[] {
  const told = (how: string) =>
    site.requests
      .filter(({ path }) => path.startsWith(`/${how}?${id}&`))
      .map(({ path }) => path.split('&')[1] ?? '');
  const wrong = told('wrong').map((what) => `a wrong node got ${what}`);
  const right = told('right').length > 0;
  const { fault } = answer.receipt;
  const done = saysDone(act, answer);
  if (done && !right) wrong.push('it is said to be done, and the target got nothing');
  const felt = told('right').some((what) => what === 'click' || what === 'input');
  const nothing = fault !== null && /nothing (was|has|happened)/i.test(`${fault.message} ${fault.hint}`);
  if (nothing && felt)
    wrong.push(`it is said that nothing was done, and the target got it (${fault?.message})`);
  return wrong;
}

function saysDone(act: ActName, { result }: ToolAnswer): boolean {
  if (result === null) return false;
  if (act !== 'fill') return result['delivered'] === true;
  const fields: unknown = result['fields'];
  return Array.isArray(fields) && fields.some((field: { matches?: unknown }) => field.matches === true);
}

function wordsOf({ id, trick, act, atMs, answer }: Race): string {
  const { fault } = answer.receipt;
  const said = fault === null ? JSON.stringify(answer.result) : `${fault.code}: ${fault.message}`;
  return `${id}: ${act} against "${trick}" after ${atMs} ms; the tool said ${said.slice(0, 300)}`;
}
