// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { nameOf } from '../../../entrypoints/page-engine/accessible-name.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const names: readonly (readonly [string, string, string])[] = [
  [
    'aria-labelledby wins over aria-label',
    '<b id="a">From</b><input id="t" aria-label="x" aria-labelledby="a">',
    'From',
  ],
  [
    'aria-labelledby joins several, hidden ones too',
    '<b id="a">Net</b><i id="b" hidden>total</i><input id="t" aria-labelledby="a b">',
    'Net total',
  ],
  ['aria-label', '<button id="t" aria-label="Close">x</button>', 'Close'],
  ['a label around its field', '<label>Amount <input id="t" value="12"></label>', 'Amount'],
  ['a label by id', '<label for="t">Vendor <b>name</b></label><input id="t">', 'Vendor name'],
  ['content of a button', '<button id="t">Save <i>now</i></button>', 'Save now'],
  ['alternative text inside a link', '<a id="t" href="#"><img alt="Home"> page</a>', 'Home page'],
  ['value of a submit button', '<input id="t" type="submit" value="Send">', 'Send'],
  ['default of a submit button', '<input id="t" type="submit">', 'Submit'],
  ['legend of a group', '<fieldset id="t"><legend>Address</legend><input></fieldset>', 'Address'],
  ['caption of a table', '<table id="t"><caption>Totals</caption><tr><td>1</td></tr></table>', 'Totals'],
  ['title when there is nothing else', '<input id="t" title="Search">', 'Search'],
  ['placeholder at last', '<input id="t" placeholder="Find">', 'Find'],
  ['nothing hidden', '<button id="t">Go <span style="display:none">away</span></button>', 'Go'],
  ['nothing that is aria-hidden', '<button id="t">Go <span aria-hidden="true">→</span></button>', 'Go'],
  ['no name for a bare field', '<input id="t" value="secret">', ''],
];

test.each(names)('%s', (_fact, html, name) => {
  showPage(html);
  expect(nameOf(one('#t'))).toBe(name);
});

test('a field in a label of another counts with what it holds, and not in its own name', () => {
  showPage(
    '<label id="l">Every <input id="t" value="3"> days</label><button id="b" aria-labelledby="l"></button>',
  );
  expect(nameOf(one('#t'))).toBe('Every days');
  expect(nameOf(one('#b'))).toBe('Every 3 days');
});

test('what a secret field holds never becomes part of a name', () => {
  showPage(
    '<label id="l">Code <input id="t" type="password" value="hunter2"></label>' +
      '<button id="b" aria-labelledby="l"></button>',
  );
  expect(nameOf(one('#b'))).toBe('Code');
});
