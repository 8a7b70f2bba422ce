import { expect, test } from 'vitest';
import { chooseCandidate } from '../../../../native-host/workflow/repair/choose-candidate.ts';
import type { Candidate } from '../../../../native-host/workflow/repair/look-at-page.ts';
import { candidate, field, link, pageUrl, printOf, sender } from './candidates.ts';

const inMenu = { within: 'navigation "Main"' };
const reports = link('Reports', '/reports', inMenu);
const prepare = sender('Prepare report', '/reports/ST-2026-06/prepare', { heading: 'Files' });
const csv = link('Download CSV', '/reports/ST-2026-06/csv', { heading: 'Files' });
const pdf = candidate('button', 'Download PDF', { attributes: { 'data-source': '/pdf', id: 'pdf' } });
const period = field('Period', { name: 'period', id: 'period' }, '/reports');
const out = sender('Sign out', '/logout', { within: 'banner' });

function chosen(was: Candidate, now: readonly Candidate[]): string | null {
  return chooseCandidate(printOf(was), { url: pageUrl, candidates: now }).found?.name ?? null;
}

test.each<readonly [string, Candidate, readonly Candidate[], string]>([
  [
    'another name for the same address',
    reports,
    [link('Papers', '/reports', inMenu), link('Help', '/help', inMenu)],
    'Papers',
  ],
  [
    'another language for the same form',
    out,
    [sender('Kirjaudu ulos', '/logout'), sender('Tallenna', '/save')],
    'Kirjaudu ulos',
  ],
  ['the same field under another label', period, [field('Month', { name: 'period' }, '/reports')], 'Month'],
  ['the same name in another place', reports, [candidate('menuitem', 'Reports')], 'Reports'],
  [
    'words of the same meaning in the same place',
    csv,
    [candidate('button', 'Export CSV', { heading: 'Files' })],
    'Export CSV',
  ],
  [
    'a button that the makers name the same',
    pdf,
    [candidate('button', 'Herunterladen', { attributes: { 'data-source': '/pdf', id: 'pdf' } })],
    'Herunterladen',
  ],
  [
    'two links to one address',
    reports,
    [link('Documents', '/reports', inMenu), link('Documents', '/reports')],
    'Documents',
  ],
])('%s is found', (_, was, now, name) => {
  expect(chosen(was, now)).toBe(name);
});

test.each<readonly [string, Candidate, readonly Candidate[]]>([
  ['a name with a word more', csv, [link('Download CSV template', '/template.csv', { heading: 'Files' })]],
  ['the same name on a link to elsewhere', reports, [link('Reports', '/market-reports', inMenu)]],
  ['another site', reports, [link('Reports', 'https://elsewhere.example.net/reports', inMenu)]],
  ['what deletes, for what did not', prepare, [sender('Delete report', '/reports/ST-2026-06/prepare')]],
  ['what sends, for what only led somewhere', reports, [sender('Reports', '/reports', inMenu)]],
  ['the same words of another form', out, [sender('Sign out', '/devices/all/logout')]],
  [
    'a field of the same form for another value',
    period,
    [field('Period', { name: 'notice_period' }, '/reports')],
  ],
  [
    'a password field for a plain one',
    period,
    [field('Period', { name: 'period', type: 'password' }, '/reports')],
  ],
  ['a place alone', csv, [link('Terms', '/reports/terms', { heading: 'Files' })]],
  ['another kind of control', prepare, [candidate('checkbox', 'Prepare report', { heading: 'Files' })]],
  ['two that are alike', pdf, [candidate('button', 'Download PDF'), candidate('button', 'Download PDF')]],
])('%s is not taken', (_, was, now) => {
  expect(chosen(was, now)).toBeNull();
});

test('what deleted is found again as what deletes', () => {
  const was = sender('Delete report', '/reports/ST-2026-06/delete');
  expect(chosen(was, [sender('Remove report', '/reports/ST-2026-06/delete')])).toBe('Remove report');
});

test('the reasons name what speaks for it', () => {
  const page = { url: pageUrl, candidates: [link('Berichte', '/reports', inMenu)] };
  const choice = chooseCandidate(printOf(reports), page);
  expect(choice).toMatchObject({
    evidence: [
      '"Berichte" means "Reports"',
      'it does the same: same address, form or field',
      'it stands in navigation "Main"',
    ],
  });
});
