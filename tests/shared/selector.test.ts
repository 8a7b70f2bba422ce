import { expect, test } from 'vitest';
import { parseSelector, type SelectorPart } from '../../shared/selector.ts';

function parts(selector: string): readonly SelectorPart[] {
  const parsed = parseSelector(selector);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

const single: readonly (readonly [string, SelectorPart])[] = [
  ['#a > b.c', { kind: 'css', css: '#a > b.c' }],
  ['css=li:nth-child(2)', { kind: 'css', css: 'li:nth-child(2)' }],
  ['input[name="a >> b"]', { kind: 'css', css: 'input[name="a >> b"]' }],
  ['ref=e12', { kind: 'ref', frame: null, number: 12 }],
  ['ref=f3e12', { kind: 'ref', frame: 3, number: 12 }],
  ['e7', { kind: 'ref', frame: null, number: 7 }],
  ['role=button', { kind: 'role', role: 'button', name: null, states: {} }],
  [
    'role=button[name="Save"]',
    { kind: 'role', role: 'button', name: { text: 'Save', exact: true }, states: {} },
  ],
  ['role=link[name*=save]', { kind: 'role', role: 'link', name: { text: 'save', exact: false }, states: {} }],
  [
    'role=checkbox[checked][disabled=false]',
    { kind: 'role', role: 'checkbox', name: null, states: { checked: true, disabled: false } },
  ],
  ['role=heading[level=2]', { kind: 'role', role: 'heading', name: null, states: { level: 2 } }],
  [
    String.raw`role=button[name="Say \"hi\"]"]`,
    { kind: 'role', role: 'button', name: { text: 'Say "hi"]', exact: true }, states: {} },
  ],
  ["text=Don't go", { kind: 'text', match: { text: "Don't go", exact: false } }],
  ['text="Save"', { kind: 'text', match: { text: 'Save', exact: true } }],
  ['label=First   name', { kind: 'label', match: { text: 'First name', exact: false } }],
  ['placeholder=Search', { kind: 'placeholder', match: { text: 'Search', exact: false } }],
  ['testid=card-1', { kind: 'testid', id: 'card-1' }],
  ['xpath=//a[@href]', { kind: 'xpath', expression: '//a[@href]' }],
  ['//a[contains(., ">> x")]', { kind: 'xpath', expression: '//a[contains(., ">> x")]' }],
];

test.each(single)('%s is one part', (selector, part) => {
  expect(parts(selector)).toEqual([part]);
});

test('parts chain by >> and by >>>, and nth chooses among what was found', () => {
  expect(parts('x-a >>> x-b >> role=button >> nth=-1')).toEqual([
    { kind: 'css', css: 'x-a' },
    { kind: 'css', css: 'x-b' },
    { kind: 'role', role: 'button', name: null, states: {} },
    { kind: 'nth', index: -1 },
  ]);
});

test('frame= leads into a frame, a frame at the end is the element itself', () => {
  expect(parts('frame=#pay >> frame=[name="in"] >> #po')).toEqual([
    { kind: 'css', css: '#pay' },
    { kind: 'enter' },
    { kind: 'css', css: '[name="in"]' },
    { kind: 'enter' },
    { kind: 'css', css: '#po' },
  ]);
  expect(parts('frame=#pay')).toEqual([{ kind: 'css', css: '#pay' }]);
});

const wrong: readonly (readonly [string, RegExp])[] = [
  ['ref=12', /"12" is not a ref/],
  ['role=button[nme="x"]', /\[nme=x\] is not known/],
  ['role=button name="x"', /is not like \[name="Save"\]/],
  ['txt=Save', /"txt=" is not a way of selecting/],
  ['text=', /"text=" has nothing after it/],
  ['#a >>  >> #b', /a part of it is empty/],
  ['a >> nth=x', /needs a whole number/],
  ['nth=0', /nothing before it/],
  ['text="open', /quotation mark/],
];

test.each(wrong)('%s is refused, and the fault says why', (selector, message) => {
  const parsed = parseSelector(selector);
  expect(parsed).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(parsed.ok ? '' : parsed.fault.message).toMatch(message);
});
