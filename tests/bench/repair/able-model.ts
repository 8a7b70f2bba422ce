import type { AskedPlace, Shown, Task } from './repair-task.ts';

// What a good model does, written down: it knows that words mean the same, prefers what stands where the old one stood, tells
// what has one word too many from what is meant, opens what hides something, and gives up where nothing fits.

const meanings: readonly (readonly string[])[] = [
  ['reports', 'documents', 'paperwork', 'berichte', 'rapports', 'raportit', 'statements'],
  ['search', 'find', 'look up', 'suchen', 'rechercher', 'hae', 'show results', 'search reports'],
  ['search text', 'keywords', 'search term', 'suchbegriff', 'hakusana', 'query'],
  ['period', 'month', 'zeitraum', 'période', 'kausi'],
  ['prepare report', 'generate report', 'create report', 'bericht erstellen', 'laadi raportti'],
  ['download csv', 'export as csv', 'csv', 'get the csv export', 'save as a spreadsheet', 'lataa csv'],
  ['download pdf', 'export pdf', 'pdf', 'lataa pdf'],
  ['sign out', 'log off', 'leave', 'leave the portal', 'abmelden', 'se déconnecter', 'kirjaudu ulos'],
  ['next', 'next page', 'weiter', 'suivant', 'seuraava'],
];
const kinds: Readonly<Record<string, string>> = {
  link: 'trigger',
  button: 'trigger',
  menuitem: 'trigger',
  tab: 'trigger',
  textbox: 'field',
  searchbox: 'field',
  combobox: 'field',
  listbox: 'field',
  spinbutton: 'field',
};
/** What hides other things, and words that tell what for. */
const openers =
  /^(?:menu|more|more filters|filters|account|actions|extended search|advanced search|go to the files|☰)$/i;

/** One answer: selectors, something to be opened first, or none. */
export function ableAnswer(task: Task): unknown {
  const found = needed(task).flatMap((place) => {
    const pick = meant(place, task);
    return pick === null ? [] : [[place.place, `ref=${pick.ref}`] as const];
  });
  const lost = needed(task).filter(
    (place) => !isThere(place, task) && !found.some(([at]) => at === place.place),
  );
  const opened = task.tries > 0 && found.length === 0;
  if (lost.length === 0 && (found.length > 0 || opened)) {
    const code = `return { selectors: ${JSON.stringify(Object.fromEntries(found))} };`;
    return { why: 'It means the same and stands in the same place.', code };
  }
  const opener = task.shown.find(
    ({ name, ref }) => openers.test(name.trim()) && !task.whole.includes(`'ref=${ref}'`),
  );
  if (opener === undefined) return { why: 'Nothing on the page means the same.', code: '' };
  return { why: 'What is looked for may lie behind it.', code: openingCode(opener) };
}

// What only shows afterwards, such as a message, is not looked for before; what failed is.
function needed({ places, failed }: Task): readonly AskedPlace[] {
  const bare = (text: string): string => text.replace(/["'\\]/g, '');
  const named = places.filter(({ selector }) => bare(failed).includes(bare(selector)));
  const inPlay = named.length > 0 ? named : places;
  const shows = inPlay.some(({ place }) => place === 'success' || place === 'results');
  return inPlay.filter(({ role, place }) => shows || (kinds[role] !== undefined && place !== 'success'));
}

function openingCode({ ref, role }: Shown): string {
  if (role !== 'link')
    return `await api.post('/click', { selector: 'ref=${ref}' });\nreturn { selectors: {} };`;
  return [
    `const found = await api.get('/dom', { selector: 'ref=${ref}' });`,
    'await api.post("/navigate", { url: found.elements[0].attributes.href });',
    'return { selectors: {} };',
  ].join('\n');
}

function isThere({ role, name }: AskedPlace, { shown }: Task): boolean {
  return shown.filter((one) => one.role === role && one.name === name).length === 1;
}

/** Null: the old one is there alone, or nothing means the same. */
function meant(place: AskedPlace, task: Task): Shown | null {
  if (isThere(place, task)) return null;
  const scored = task.shown
    .filter(
      ({ role, ref }) =>
        (kinds[role] ?? role) === (kinds[place.role] ?? place.role) && !task.whole.includes(`"ref=${ref}"`),
    )
    .map((one) => ({ one, points: pointsOf(place, one) }))
    .filter(({ points }) => points >= 3)
    .sort((a, b) => b.points - a.points);
  return scored[0]?.one ?? null;
}

function pointsOf(place: AskedPlace, { name, within, role }: Shown): number {
  const [was, is] = [plain(place.name), plain(name)];
  const same = was === is ? 4 : meanings.some((all) => all.includes(was) && all.includes(is)) ? 3 : 0;
  return same + (place.within !== '' && place.within === within ? 1 : 0) + (role === place.role ? 0.5 : 0);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}
