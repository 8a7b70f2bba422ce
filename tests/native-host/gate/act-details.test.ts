import { expect, test } from 'vitest';
import { actDetails, cutMiddle } from '../../../native-host/gate/act-details.ts';
import { target } from '../../fakes/gate-rig.ts';

const resource = 'origin:https://shop.example';

test('every value that is filled in is shown with its field; a secret by its name, a sensitive one by its length', () => {
  const targets = [
    target({ role: 'textbox', name: 'IBAN' }),
    target({ role: 'textbox', name: 'Password' }),
    target({ role: 'textbox', name: 'Code', sensitive: true }),
  ];
  const fields = [
    { selector: '#a', value: 'DE00 1' },
    { selector: '#b', value: 'secret:shop' },
    { selector: '#c', value: '123456' },
  ];
  expect(actDetails({ tool: 'fill', args: { fields }, targets, resource })).toEqual([
    'textbox "IBAN": "DE00 1"',
    'textbox "Password": the secret shop',
    'textbox "Code": 6 characters that are not shown',
  ]);
});

test('a script is shown and said to be what nobody can tell in words', () => {
  const args = { script: 'return 1', world: 'main', args: null };
  const [head, script] = actDetails({ tool: 'evaluate_script', args, targets: [], resource });
  expect(head).toContain('cannot be told in words');
  expect(script).toBe('return 1');
});

test('where a click leads is told, since a link says what it likes', () => {
  const targets = [target({ role: 'link', name: 'Your orders', href: 'https://evil.example/pay' })];
  expect(actDetails({ tool: 'click', args: { selector: 'x', count: 1 }, targets, resource })).toEqual([
    'leads to https://evil.example/pay',
  ]);
});

test('arguments that differ from the usual are told, also those of a tool that is not known here', () => {
  const click = { selector: 'x', page: 't1', count: 2, button: 'left', modifiers: ['Shift'] };
  expect(actDetails({ tool: 'click', args: click, targets: [], resource })).toEqual([
    'count: 2',
    'modifiers: ["Shift"]',
  ]);
  expect(actDetails({ tool: 'brand_new', args: { amount: 900 }, targets: [], resource })).toEqual([
    'amount: 900',
  ]);
});

test('a name in foreign letters is told in them beside the form that counts', () => {
  const lines = actDetails({
    tool: 'click',
    args: {},
    targets: [],
    resource: 'origin:https://xn--mnchen-3ya.example',
  });
  expect(lines).toEqual(["the site's name is written münchen.example"]);
});

test('a long value loses its middle, and says how much', () => {
  const text = `${'a'.repeat(500)}${'z'.repeat(500)}`;
  const cut = cutMiddle(text, 100);
  expect(cut).toBe(`${'a'.repeat(50)} … 900 characters not shown … ${'z'.repeat(50)}`);
});
