import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killWorker } from '../../e2e/kill-worker.ts';
import { type Client, type Rig, type ToolAnswer, until } from '../../e2e/rig.ts';
import type { WorkerSite } from './worker-site.ts';

// The extension's worker is killed at a step of the protocol, in a real browser; the page's own log says what took effect.

type Call = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };

/** Where the worker dies: at a point of the host's gate, or as the page feels something of the act, or beside any act. */
type Moment =
  | { readonly at: 'before-intent' | 'after-intent' | 'after-dispatch' | 'before-outcome' }
  | { readonly felt: string }
  | { readonly beside: 'before' | 'after' | 'prepare' };
export type Step = {
  readonly name: string;
  readonly call: Call;
  readonly moment: Moment;
  /** What the page tells once for each time that the act took effect. */
  readonly effect: string;
};

const click: Call = { tool: 'click', args: { selector: '#ok' } };
const fill: Call = { tool: 'fill', args: { selector: '#field', value: 'words' } };
const press: Call = { tool: 'press_key', args: { selector: '#field', key: 'a' } };
const away: Call = { tool: 'click', args: { selector: '#away' } };

export const steps: readonly Step[] = [
  { name: 'idle, before a click', call: click, moment: { beside: 'before' }, effect: 'ok click' },
  { name: 'a click is being prepared', call: click, moment: { beside: 'prepare' }, effect: 'ok click' },
  { name: 'a click before its intent', call: click, moment: { at: 'before-intent' }, effect: 'ok click' },
  { name: 'a click after its intent', call: click, moment: { at: 'after-intent' }, effect: 'ok click' },
  { name: 'a click just sent', call: click, moment: { at: 'after-dispatch' }, effect: 'ok click' },
  {
    name: 'the page feels the button go down',
    call: click,
    moment: { felt: 'ok mousedown' },
    effect: 'ok click',
  },
  { name: 'the page feels the click', call: click, moment: { felt: 'ok click' }, effect: 'ok click' },
  {
    name: 'a click is done, its outcome not written',
    call: click,
    moment: { at: 'before-outcome' },
    effect: 'ok click',
  },
  { name: 'the page feels a text', call: fill, moment: { felt: 'field input' }, effect: 'field input' },
  { name: 'the page feels a key', call: press, moment: { felt: 'field keydown' }, effect: 'field keydown' },
  { name: 'the page is on its way elsewhere', call: away, moment: { felt: '/next' }, effect: '/next' },
  { name: 'idle, after a click', call: click, moment: { beside: 'after' }, effect: 'ok click' },
];

const quickMs = 2_000;
const reachMs = 30_000;
/** A key that goes down is felt again as it is pressed: nothing of an act is doubled that the page hears of once. */
const settleMs = 150;

export type Place = {
  readonly rig: Rig;
  readonly client: Client;
  readonly site: WorkerSite;
  readonly pauseFolder: string;
};
export type Death = {
  readonly wrong: readonly string[];
  readonly backMs: number;
  readonly told: 'done' | 'unknown' | 'not done';
};

/** One death: what was wrong with how it ended, and how long the first act after it took. */
export async function runDeath(place: Place, step: Step): Promise<Death> {
  const { client, site } = place;
  const opened = await client.call('navigate', { url: `${site.origin}/` });
  if (opened.receipt.fault !== null)
    return { wrong: [`not begun: ${opened.receipt.fault.message}`], backMs: 0, told: 'not done' };
  const from = site.felt.length;
  const answer = await cutShort(place, step);
  await pause(settleMs);
  const effects = site.felt.slice(from).filter((what) => what === step.effect).length;
  const began = performance.now();
  // Whoever comes next finds a browser that works, and no word of a debugger that is attached already.
  const next = await client.call('navigate', { url: `${site.origin}/` });
  const again = await client.call('click', { selector: '#ok' });
  const backMs = performance.now() - began;
  const wrong = [...wrongIn(answer, effects)];
  for (const { receipt } of [next, again])
    if (receipt.fault !== null) wrong.push(`the next call failed: ${receipt.fault.message}`);
  if (backMs > quickMs) wrong.push(`the next two calls took ${Math.round(backMs)} ms`);
  const { fault } = answer.receipt;
  const told = fault === null ? 'done' : fault.code === 'outcome-unknown' ? 'unknown' : 'not done';
  return { wrong, backMs, told };
}

async function cutShort({ rig, client, site, pauseFolder }: Place, step: Step): Promise<ToolAnswer> {
  const { tool, args } = step.call;
  const act = () => client.call(tool, args);
  const kill = () => killWorker(rig.browser(), client);
  const { moment } = step;
  if ('beside' in moment) {
    if (moment.beside === 'before') await kill();
    const answer = act();
    if (moment.beside === 'prepare') await kill();
    const done = await answer;
    if (moment.beside === 'after') await kill();
    return done;
  }
  if ('felt' in moment) {
    const hold = site.hold(moment.felt);
    const answer = act();
    await hold.reached;
    const killed = kill();
    await pause(settleMs);
    hold.release();
    await killed;
    return answer;
  }
  const reached = join(pauseFolder, 'reached');
  writeFileSync(join(pauseFolder, 'pause.json'), JSON.stringify({ point: moment.at, tool, target: '' }));
  const answer = act();
  await until('the act to reach its point', reachMs, () => existsSync(reached));
  await kill();
  rmSync(reached, { force: true });
  return answer;
}

function wrongIn({ receipt }: ToolAnswer, effects: number): string[] {
  const { fault } = receipt;
  const wrong: string[] = [];
  if (effects > 1) wrong.push(`it took effect ${effects} times`);
  if (fault === null && effects !== 1) wrong.push(`it is told as done and took effect ${effects} times`);
  if (fault !== null && fault.code !== 'outcome-unknown' && effects > 0)
    wrong.push(`it took effect, and was told as: ${fault.code}, ${fault.message}`);
  if (fault?.code === 'internal') wrong.push(`an error of our own: ${fault.message}`);
  return wrong;
}
