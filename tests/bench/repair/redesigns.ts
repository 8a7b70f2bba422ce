import { languages } from './languages.ts';
import {
  amongFiles,
  besideSearch,
  changes,
  intoHeader,
  intoMain,
  lure,
  otherForm,
  type Redesign,
  sender,
  swap,
} from './redesign.ts';

const navLink = /<a href="\/reports"( aria-current="page")?>Reports<\/a>/;

const renamed: readonly Redesign[] = [
  {
    name: 'menu entry',
    kind: 'renamed',
    change: changes(
      swap(navLink, '<a href="/reports"$1>Documents</a>'),
      intoHeader(lure('Report a problem', 'problem')),
    ),
  },
  {
    name: 'search button, and a search of the whole site',
    kind: 'renamed',
    change: changes(
      swap('>Search</button>', '>Find</button>'),
      intoHeader(otherForm('Whole site', 'Search', 'site')),
    ),
  },
  {
    name: 'search field',
    kind: 'renamed',
    change: changes(
      swap('>Search text</label>', '>Keywords</label>'),
      besideSearch(otherForm('Search text in help', 'Ask', 'help')),
    ),
  },
  {
    name: 'period field',
    kind: 'renamed',
    change: changes(
      swap('>Period</label>', '>Month</label>'),
      besideSearch(otherForm('Period of notice', 'Change', 'notice')),
    ),
  },
  {
    name: 'preparing button',
    kind: 'renamed',
    change: changes(
      swap('>Prepare report</button>', '>Generate report</button>'),
      amongFiles(sender('Prepare reminder', 'remind')),
    ),
  },
  {
    name: 'link to the CSV file',
    kind: 'renamed',
    change: changes(
      swap('>Download CSV</a>', '>Export as CSV</a>'),
      amongFiles(lure('Download CSV template', 'template.csv')),
    ),
  },
  {
    name: 'button for the PDF file',
    kind: 'renamed',
    change: changes(
      swap('>Download PDF</button>', '>Export PDF</button>'),
      amongFiles(lure('Download PDF reader', 'reader')),
    ),
  },
  {
    name: 'signing out',
    kind: 'renamed',
    change: changes(
      swap('>Sign out</button>', '>Log off</button>'),
      intoHeader(sender('Sign out everywhere', 'everywhere')),
    ),
  },
  {
    name: 'deleting beside preparing',
    kind: 'renamed',
    change: changes(
      swap('>Prepare report</button>', '>Create report</button>'),
      amongFiles(sender('Delete report', 'delete')),
    ),
  },
];

const moved: readonly Redesign[] = [
  {
    name: 'menu without its name',
    kind: 'moved',
    change: changes(
      swap('<nav aria-label="Main">', '<nav>'),
      intoMain(`<nav aria-label="Quick">${lure('Reports archive', 'archive')}</nav>`),
    ),
  },
  {
    name: 'menu at the bottom, another in its place',
    kind: 'moved',
    change: changes((html) => {
      const [nav = ''] = /<nav aria-label="Main">[\s\S]*?<\/nav>/.exec(html) ?? [];
      if (nav === '') return html;
      const other = `<nav aria-label="Main">${lure('Reports', 'market')}</nav>`;
      const below = nav.replace('"Main"', '"Supplier"');
      return html.replace(nav, other).replace('<footer class="bottom">', `<footer class="bottom">${below}`);
    }),
  },
  {
    name: 'search at the side',
    kind: 'moved',
    change: changes(
      swap('role="search" aria-label="Reports" ', ''),
      swap('>Search</button>', '>Show results</button>'),
      swap('>Search text</label>', '>Search term</label>'),
      besideSearch(otherForm('Term of payment', 'Search terms', 'terms')),
    ),
  },
  {
    name: 'files under another heading',
    kind: 'moved',
    change: changes(
      swap('<h2 id="files-heading">Files</h2>', '<h3 id="files-heading">Export</h3>'),
      swap('>Download CSV</a>', '>Get the CSV export</a>'),
      amongFiles(lure('Get the CSV export guide', 'guide')),
    ),
  },
  {
    name: 'signing out at the bottom',
    kind: 'moved',
    change: changes(
      (html) => {
        const [form = ''] = /<form class="account"[\s\S]*?<\/form>/.exec(html) ?? [];
        if (form === '') return html;
        const below = form.replace('>Sign out<', '>Leave the portal<');
        return html.replace(form, '').replace('<footer class="bottom">', `<footer class="bottom">${below}`);
      },
      swap('<header class="top">', `<header class="top">${lure('Leave a comment', 'comment')}`),
    ),
  },
];

const nested: readonly Redesign[] = [
  {
    name: 'button of several parts',
    kind: 'nested',
    change: changes(
      swap('>Prepare report</button>', '><span>Prepare report</span> <small>takes a moment</small></button>'),
      amongFiles(sender('Prepare report reminder', 'reminder')),
    ),
  },
  {
    name: 'result pages as a list',
    kind: 'nested',
    change: changes(
      swap('<nav class="paging" aria-label="Pages">', '<nav class="paging" aria-label="Results">'),
      swap(/<a rel="next" ([^>]*)>Next<\/a>/, '<ul><li><a rel="next" $1>Next page</a></li></ul>'),
      intoMain(lure('Next month', 'next-month')),
    ),
  },
  {
    name: 'menu that is folded',
    kind: 'nested',
    change: changes(
      swap(navLink, '<details><summary>More</summary><a href="/reports"$1>Reports</a></details>'),
      intoMain(lure('Reports by mail', 'mail')),
    ),
  },
];

const relabelled: readonly Redesign[] = [
  {
    name: 'search button as a picture',
    kind: 're-labelled',
    change: changes(
      swap('>Search</button>', '>⌕</button>'),
      besideSearch(`<button type="button">Search tips</button>`),
      intoMain(lure('Search history', 'history')),
    ),
  },
  {
    name: 'placeholders in place of labels',
    kind: 're-labelled',
    change: changes(
      swap('<label for="query">Search text</label>', ''),
      swap('<input id="query"', '<input id="query" placeholder="Title or number"'),
      besideSearch(otherForm('Search text size', 'Apply', 'size')),
    ),
  },
  {
    name: 'capitals and signs',
    kind: 're-labelled',
    change: changes(
      swap('>Prepare report</button>', '>PREPARE REPORT »</button>'),
      swap('>Search text</label>', '>SEARCH TEXT *</label>'),
      amongFiles(sender('PREPARE REPORTS FOR ALL »', 'all')),
    ),
  },
  {
    name: 'abbreviations',
    kind: 're-labelled',
    change: changes(
      swap('>Download CSV</a>', '>CSV</a>'),
      swap('>Download PDF</button>', '>PDF</button>'),
      amongFiles(`${lure('CSV format', 'format')} ${lure('PDF reader', 'pdf')}`),
    ),
  },
  {
    name: 'longer words',
    kind: 're-labelled',
    change: changes(
      swap('>Sign out</button>', '>Sign out of the supplier portal</button>'),
      swap(navLink, '<a href="/reports"$1>Your reports and statements</a>'),
      intoHeader(
        `${sender('Sign out of all devices', 'devices')}${lure('Your reported problems', 'reported')}`,
      ),
    ),
  },
];

const split: readonly Redesign[] = [
  {
    name: 'files on a page of their own',
    kind: 'split',
    change: changes(
      (html, path) =>
        path.includes('?files')
          ? html
          : html.replace(
              /<template id="downloads-template">[\s\S]*?<\/template>/,
              `<template id="downloads-template"><a href="${path}?files">Go to the files</a><button type="button">Files by mail</button></template>`,
            ),
      amongFiles(lure('Download CSV sample', 'sample.csv')),
    ),
  },
  {
    name: 'period only in the extended search',
    kind: 'split',
    change: changes(
      (html, path) =>
        path.includes('view=extended')
          ? html
          : html.replace(
              /<label for="period">[\s\S]*?<input id="period"[^>]*>/,
              '<a href="/reports?view=extended">Extended search</a>',
            ),
      besideSearch(otherForm('Period of notice', 'Change', 'notice')),
    ),
  },
  {
    name: 'list and search apart',
    kind: 'split',
    change: changes(
      swap(navLink, '<a href="/reports"$1>Report search</a>'),
      intoHeader(lure('Report list', 'list')),
      swap('>Search</button>', '>Search reports</button>'),
      besideSearch(otherForm('Saved searches', 'Search saved', 'saved')),
    ),
  },
];

const widget: readonly Redesign[] = [
  {
    name: 'month to choose from a list',
    kind: 'widget',
    change: changes(
      swap(
        /<label for="period">Period<\/label>\n<input id="period" name="period"[\s\S]*?value="([^"]*)"[^>]*>/,
        '<label for="month">Month</label><select id="month" name="period"><option value="">All</option><option value="2026-05">2026-05</option><option value="2026-06">2026-06</option></select>',
      ),
      besideSearch(
        '<label for="d">Period of notice</label><select id="d" name="notice"><option>2026-06</option></select>',
      ),
    ),
  },
  {
    name: 'buttons in place of links',
    kind: 'widget',
    change: changes(
      swap(
        /<a class="button" href="([^"]*)">Download CSV<\/a>/,
        '<form method="get" action="$1"><button type="submit">Download CSV</button></form>',
      ),
      swap('<template id="downloads-template">\n<form', '<template id="downloads-template"><form'),
      (html) =>
        html.replace(
          /(<form method="get" action="[^"]*\/csv">[\s\S]*?<\/form>)\n?(<button type="button"[\s\S]*?<\/button>)/,
          '$2$1',
        ),
      amongFiles(lure('Download CSV', 'old.csv')),
    ),
  },
  {
    name: 'menu of an application',
    kind: 'widget',
    change: changes(
      swap('<nav aria-label="Main">', '<nav aria-label="Main" role="menubar">'),
      swap(navLink, '<a role="menuitem" href="/reports"$1>Reports</a>'),
      intoHeader(`<a role="menuitem" href="/decoy/report">Reporting</a>`),
    ),
  },
];

/** Every way. */
export const redesigns: readonly Redesign[] = [
  ...renamed,
  ...moved,
  ...nested,
  ...relabelled,
  ...split,
  ...languages,
  ...widget,
];
