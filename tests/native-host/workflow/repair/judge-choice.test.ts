import { expect, test } from 'vitest';
import { isAnother, judgeChoice } from '../../../../native-host/workflow/repair/judge-choice.ts';
import type { Candidate } from '../../../../native-host/workflow/repair/look-at-page.ts';
import { candidate, field, link, pageUrl, printOf, sender } from './candidates.ts';

// Goal: what somebody chose is held to what a page tells of itself; a choice breaks ties and never overrules.

const nav = { within: 'navigation "Main"', near: ['Home', 'Help'] };

function judged(was: Candidate, chosen: Candidate, others: readonly Candidate[] = []): boolean {
  return judgeChoice(printOf(was), chosen, { url: pageUrl, candidates: [chosen, ...others] }).ok;
}

test.each<[string, Candidate, Candidate]>([
  ['a link of another name to the same address', link('Reports', '/reports'), link('Ark', '/reports')],
  ['a button of the same meaning', candidate('button', 'Sign out'), candidate('button', 'Log off')],
  ['a picture in the same place', candidate('button', 'Reports', nav), candidate('button', '', nav)],
  ['the same form under another name', sender('Send', '/send'), sender('Go', '/send')],
])('%s may stand for what was recorded', (_what, was, chosen) => {
  expect(judged(was, chosen)).toBe(true);
});

test.each<[string, Candidate, Candidate]>([
  ['a link to another address', link('Reports', '/reports', nav), link('Reports', '/decoy', nav)],
  ['a form to another place', sender('Prepare', '/prepare'), sender('Prepare', '/decoy')],
  ['what deletes', candidate('button', 'Report', nav), candidate('button', 'Delete report', nav)],
  ['what leaves the site', link('Reports', '/reports'), link('Reports', 'https://other.example.com/reports')],
  [
    'another field of the same form',
    field('Period', { name: 'period' }, '/r'),
    field('Period', { name: 'due' }, '/r'),
  ],
  [
    'a button of other words in the same place',
    candidate('button', 'Reports', nav),
    candidate('button', 'Ark', nav),
  ],
  [
    'a link that says where it leads, for a button that did not',
    candidate('button', 'Reports', nav),
    link('', '/x', nav),
  ],
  ['what nothing speaks for', candidate('button', 'Reports', nav), candidate('button', '')],
])('%s may not', (_what, was, chosen) => {
  expect(judged(was, chosen)).toBe(false);
});

test('of two that mean the same either may be chosen, and none that is less like it than another', () => {
  const was = candidate('button', 'Sign out', nav);
  const [one, other] = [candidate('button', 'Sign out', nav), candidate('button', 'Sign out', nav)];
  expect(judged(was, one, [other])).toBe(true);
  const less = candidate('button', 'Log off');
  expect(judgeChoice(printOf(was), less, { url: pageUrl, candidates: [less, one] })).toEqual({
    ok: false,
    why: 'button "Sign out" is more like it',
  });
});

test('the own selector of a template is refused only where it provably means something else', () => {
  const print = printOf(link('Reports', '/reports'));
  const [moved, plain] = [link('Reports', '/decoy'), candidate('link', 'Anything', { tag: 'span' })];
  expect(isAnother(print, moved, { url: pageUrl, candidates: [moved] })).toBe(true);
  expect(isAnother(print, plain, { url: pageUrl, candidates: [plain] })).toBe(false);
});
