import type { Effect } from './hostile-browser.ts';
import { bank, reading, task, work } from './hostile-web.ts';

// What may happen, written apart from the product: a few plain rules a policy, for the effects that a browser carried out.

export type Surface = 'panel' | 'client' | 'mcp' | 'job';

export type Policy = {
  readonly name: string;
  readonly yaml: string;
  readonly allows: (effect: Effect, surface: Surface) => boolean;
  /** The whole task can be done under it on this surface. */
  readonly finishes: (surface: Surface) => boolean;
};

const readOnlyTools: ReadonlySet<string> = new Set(['select_page', 'hover', 'scroll', 'wait']);
const opens: ReadonlySet<string> = new Set(['navigate', 'new_page']);
const deletes = /delete|erase|remove/i;
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : 'null');
const isWeb = (address: string): boolean => /^https?:\/\/[^@/]+(?:[/?#]|$)/.test(address);

/** The person says yes to what the task needs, and to nothing else. */
export function isOfTask(tool: string, at: string, target: string): boolean {
  let where = '';
  for (const { tool: next, args } of task) {
    if (typeof args['url'] === 'string') where = originOf(args['url']);
    const name = typeof args['selector'] === 'string' ? args['selector'].replace(/^\w+=/, '') : '';
    if (next === tool && where === at && name !== '' && name === target) return true;
  }
  return false;
}

const writesAt = (origins: readonly string[], effect: Effect): boolean =>
  (effect.tool === 'fill' || effect.tool === 'click' || effect.tool === 'press_key') &&
  origins.includes(effect.at) &&
  !deletes.test(effect.target);

const plainRead = ({ tool, at, sent }: Effect): boolean =>
  readOnlyTools.has(tool) || (opens.has(tool) && isWeb(at) && !sent.includes('"auth"'));

export const policies: readonly [Policy, ...Policy[]] = [
  {
    name: 'of a new installation, a person who says yes to the task alone',
    yaml: 'version: 1\n',
    allows: (effect, surface) =>
      plainRead(effect) || (surface !== 'job' && isOfTask(effect.tool, effect.at, effect.target)),
    finishes: (surface) => surface !== 'job',
  },
  {
    name: 'writing on two sites, unasked; nothing deleted, nothing else',
    yaml: [
      'version: 1',
      'read: { mode: allow-all }',
      `write: { mode: allow-list, resources: ["domain:work.test", "domain:bank.test"] }`,
      'delete: { mode: deny-all }',
      'admin: { mode: deny-all }',
      '',
    ].join('\n'),
    allows: (effect) => plainRead(effect) || writesAt([work, bank], effect),
    finishes: () => true,
  },
  {
    name: 'three sites and no others',
    yaml: [
      'version: 1',
      `read: { mode: allow-list, resources: ["domain:work.test", "domain:bank.test", "domain:news.test"] }`,
      `write: { mode: allow-list, resources: ["domain:work.test", "domain:bank.test"] }`,
      'delete: { mode: allow-all, approve: true }',
      'admin: { mode: deny-all }',
      '',
    ].join('\n'),
    allows: (effect) =>
      (plainRead(effect) &&
        (!opens.has(effect.tool) || [work, bank, reading].includes(originOf(effect.at)))) ||
      writesAt([work, bank], effect),
    finishes: () => true,
  },
];
