import type { Outcome } from './episode.ts';

export type TaskResult = Readonly<{ task: string; written: boolean; outcomes: Outcome[] }>;

/** Both ways of counting: any positive reward, as BrowserGym counts, and the full reward, as most papers do. */
export function reportOf(results: readonly TaskResult[], seeds: readonly number[]): string {
  const lines = [
    `Seeds: ${seeds.join(', ')}`,
    '',
    '| task | reward > 0 | reward = 1 | mean reward | median ms |',
    '|---|---|---|---|---|',
    ...results.map(rowOf),
    '',
  ];
  const played = results.filter(({ outcomes }) => outcomes.length > 0);
  const share = (test: (outcome: Outcome) => boolean) =>
    mean(
      results.map(({ outcomes }) =>
        outcomes.length === 0 ? 0 : mean(outcomes.map((one) => (test(one) ? 1 : 0))),
      ),
    );
  const whole = played.filter(({ outcomes }) => outcomes.every(isPositive)).length;
  const full = played.filter(({ outcomes }) => outcomes.every(isFull)).length;
  lines.push(
    `Tasks: ${results.length}, with a policy: ${played.length}.`,
    `All episodes with reward > 0: ${whole} tasks; with reward = 1: ${full} tasks.`,
    `Success over all tasks (no policy counts 0): ${percent(share(isPositive))} with reward > 0, ${percent(share(isFull))} with reward = 1.`,
  );
  return lines.join('\n');
}

function rowOf({ task, written, outcomes }: TaskResult): string {
  if (!written || outcomes.length === 0) return `| ${task} | – | – | – | – |`;
  const count = (test: (outcome: Outcome) => boolean) => `${outcomes.filter(test).length}/${outcomes.length}`;
  const rewards = mean(outcomes.map((outcome) => (outcome.done ? outcome.reward : 0)));
  const times = outcomes.map(({ ms }) => ms).sort((one, two) => one - two);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return `| ${task} | ${count(isPositive)} | ${count(isFull)} | ${rewards.toFixed(2)} | ${median} |`;
}

function isPositive({ done, reward }: Outcome): boolean {
  return done && reward > 0;
}

/** Rewards are sums of fractions; a thousandth is rounding. */
function isFull({ done, reward }: Outcome): boolean {
  return done && reward > 0.999;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
