import type { AskedPlace, Shown, Task } from './repair-task.ts';

/** Goes by letters alone, is sure of everything, never gives up, and writes every third answer in a wrong form. */
export function weakAnswer(task: Task, asked: number): unknown {
  if (asked % 3 === 2) return 'Sure! Here is the script: click the right button and you are done.';
  const selectors = Object.fromEntries(
    task.places.map((place) => {
      const [pick] = [...task.shown]
        .filter(({ ref }) => !task.whole.includes(`"ref=${ref}"`))
        .sort((one, other) => letters(place, other) - letters(place, one));
      return [place.place, pick === undefined ? place.selector : `ref=${pick.ref}`] as const;
    }),
  );
  return { why: 'It looks alike.', code: `return { selectors: ${JSON.stringify(selectors)} };` };
}

function letters({ name }: AskedPlace, shown: Shown): number {
  const pairs = (text: string): readonly string[] =>
    [...text.toLowerCase()].map((letter, at, all) => `${letter}${all[at + 1] ?? ''}`);
  const wanted = new Set(pairs(name));
  const has = pairs(shown.name);
  return has.filter((pair) => wanted.has(pair)).length / Math.max(1, has.length + wanted.size);
}
