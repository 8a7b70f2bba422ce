import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { Policy } from './policy.ts';
import type { Tools } from './tools.ts';

// One episode: the page is opened through the tools, prepared by page script (seed, time, the display of rewards taken out),
// played by the policy through the tools, and scored by what the page counted.

export type Outcome = Readonly<{
  seed: number;
  /** The reward before any deduction for time. */
  reward: number;
  done: boolean;
  ms: number;
  /** Why the policy gave up, if it did. */
  error: string | null;
}>;

/** Long enough that no episode ends by time on a slow machine. */
const episodeMs = 3_600_000;
/** What a policy may take before it counts as failed. */
const policyMs = 120_000;
const readyMs = 30_000;

const Utterance = z.union([
  z.string(),
  z.object({ utterance: z.string() }).transform(({ utterance }) => utterance),
]);
const Score = z.strictObject({ done: z.boolean(), reward: z.number() });

// Like BrowserGym: no START cover, no reward display, no drawn clicks. What the page itself asks for stays where it stands, because
// the tasks count their pixels from it. The page's episode counter is kept, hidden, since ending an episode writes to it.
const prepare = (seed: number): string => `(() => {
  Math.seedrandom(${seed});
  core.EPISODE_MAX_TIME = ${episodeMs};
  core.startEpisodeReal();
  core.clearTimer();
  document.body.removeEventListener('click', core.canvasDrawClick);
  for (const id of ['reward-display', 'click-canvas', 'sync-task-cover']) {
    const element = document.getElementById(id);
    if (element) element.remove();
  }
  core.startEpisode = core.updateDisplay = core.clearTimer = core.canvasClear = () => {};
  const counter = document.createElement('span');
  counter.id = 'episode-id';
  counter.hidden = true;
  document.body.append(counter);
})()`;

export async function playEpisode(
  url: string,
  seed: number,
  policy: Policy,
  tools: Tools,
  context: BrowserContext,
): Promise<Outcome> {
  // A new address each time, so that the same page is loaded anew.
  const address = `${url}?episode=${seed}`;
  await tools.navigate({ url: address });
  const page = pageAt(context, address);
  await page.evaluate(prepare(seed));
  await page.waitForFunction('WOB_TASK_READY', undefined, { timeout: readyMs });
  const utterance = Utterance.parse(await page.evaluate('core.getUtterance()'));
  const started = Date.now();
  const error = await played(policy, utterance, tools);
  const ms = Date.now() - started;
  const score = Score.parse(
    await page.evaluate('({ done: WOB_DONE_GLOBAL, reward: Number(WOB_RAW_REWARD_GLOBAL) })'),
  );
  return { seed, ...score, ms, error };
}

function pageAt(context: BrowserContext, address: string): Page {
  const page = context.pages().find((one) => one.url() === address);
  if (page === undefined) throw new Error(`no page of the browser is at ${address}`);
  return page;
}

async function played(policy: Policy, utterance: string, tools: Tools): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`the policy took more than ${policyMs} ms`), policyMs);
  });
  try {
    const run = policy(utterance, tools).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    return await Promise.race([run, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
