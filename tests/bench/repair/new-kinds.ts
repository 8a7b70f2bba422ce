import { amongFiles, changes, intoHeader, intoMain, lure, type Redesign, sender, swap } from './redesign.ts';

// Kinds of redesign that no rule of the repair was made for: what a step needs is behind something that must be opened first;
// it is there twice; it has a new name and a new address at once, so that nothing is left to know it by.

const reportsLink = /<a href="\/reports"( aria-current="page")?>Reports<\/a>/;
const signOutForm = /<form class="account"[\s\S]*?<\/form>/;
const prepareForm = /<form method="post" action="[^"]*\/prepare"[\s\S]*?<\/form>/;

function behind(id: string, words: string, markup: string): string {
  return `<button type="button" popovertarget="${id}" aria-haspopup="true">${words}</button><div id="${id}" popover>${markup}</div>`;
}

const hidden: readonly Redesign[] = [
  {
    name: 'menu behind a button',
    kind: 'hidden',
    change: changes(
      swap(reportsLink, behind('menu', 'Menu', '<a href="/reports"$1>Reports</a>')),
      intoMain(lure('Reports by mail', 'mail')),
    ),
  },
  {
    name: 'filters behind a button',
    kind: 'hidden',
    change: changes(
      swap(/(<label for="period">[\s\S]*?<input id="period"[^>]*>)/, behind('filters', 'More filters', '$1')),
      intoMain(lure('Period of notice', 'notice')),
    ),
  },
  {
    name: 'preparing behind a button',
    kind: 'hidden',
    change: changes(
      (html) => {
        const [form = ''] = prepareForm.exec(html) ?? [];
        return form === '' ? html : html.replace(form, behind('actions', 'Actions', form));
      },
      amongFiles(sender('Prepare reminder', 'remind')),
    ),
  },
  {
    name: 'signing out in the account menu',
    kind: 'hidden',
    change: changes(
      (html) => {
        const [form = ''] = signOutForm.exec(html) ?? [];
        return form === '' ? html : html.replace(form, behind('account', 'Account', form));
      },
      intoMain(sender('Sign out everywhere', 'everywhere')),
    ),
  },
];

const doubled: readonly Redesign[] = [
  {
    name: 'signing out above and below',
    kind: 'doubled',
    change: changes(
      (html) => {
        const [form = ''] = signOutForm.exec(html) ?? [];
        return html.replace('<footer class="bottom">', `<footer class="bottom">${form}`);
      },
      intoHeader(sender('Sign out everywhere', 'everywhere')),
    ),
  },
  {
    name: 'preparing above and below',
    kind: 'doubled',
    change: changes(
      (html) => {
        const [form = ''] = prepareForm.exec(html) ?? [];
        return html.replace('<dl class="card details">', `${form}<dl class="card details">`);
      },
      amongFiles(sender('Prepare reminder', 'remind')),
    ),
  },
  {
    name: 'the button for the PDF file twice',
    kind: 'doubled',
    change: changes(
      swap(/(<button type="button" class="quiet" data-source="[\s\S]*?<\/button>)/, '$1 $1'),
      amongFiles(lure('Download PDF reader', 'reader')),
    ),
  },
];

const readdressed: readonly Redesign[] = [
  {
    name: 'list under a new name and address',
    kind: 'readdressed',
    route: (path) => path.replace(/^\/paperwork(?=$|\?)/, '/reports'),
    change: changes(
      swap(reportsLink, '<a href="/paperwork"$1>Paperwork</a>'),
      intoHeader(lure('Report a problem', 'problem')),
    ),
  },
  {
    name: 'CSV file under a new name and address',
    kind: 'readdressed',
    route: (path) => path.replace(/^\/export\/([^/]+)\/table$/, '/reports/$1/csv'),
    change: changes(
      swap(
        /<a class="button" href="\/reports\/([^"/]*)\/csv">Download CSV<\/a>/,
        '<a class="button" href="/export/$1/table">Save as a spreadsheet</a>',
      ),
      amongFiles(lure('Download CSV template', 'template.csv')),
    ),
  },
  {
    name: 'signing out under a new name and address',
    kind: 'readdressed',
    route: (path) => path.replace(/^\/session\/end$/, '/logout'),
    change: changes(
      intoMain(sender('Leave a comment', 'comment')),
      swap('action="/logout"', 'action="/session/end"'),
      swap('>Sign out</button>', '>Leave</button>'),
    ),
  },
];

/** The three kinds. */
export const newKinds: readonly Redesign[] = [...hidden, ...doubled, ...readdressed];
