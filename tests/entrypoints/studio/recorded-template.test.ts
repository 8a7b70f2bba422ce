import { expect, test } from 'vitest';
import { recordedTemplate } from '../../../entrypoints/studio/recorded-template.ts';
import { parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import type { RecordedAct } from '../../../shared/recording.ts';

const url = 'https://shop.example.com/orders';
const target = (role: string, name: string, ...selectors: string[]) => ({
  role,
  name,
  tag: 'input',
  selectors: selectors.length === 0 ? [`role=${role}[name="${name}"]`] : selectors,
});

const acts: readonly RecordedAct[] = [
  { type: 'open', url: 'https://shop.example.com/' },
  {
    type: 'fill',
    url,
    kind: 'text',
    target: target('textbox', 'E-mail', 'label="E-mail"', '#mail'),
    value: 'a',
  },
  {
    type: 'fill',
    url,
    kind: 'text',
    target: target('textbox', 'E-mail', 'label="E-mail"', '#mail'),
    value: 'anna@example.com',
  },
  { type: 'fill_secret', url, target: target('', 'Password', 'label="Password"') },
  { type: 'enter', url, target: target('', 'Password', 'label="Password"') },
  { type: 'choose', url, target: target('combobox', 'Month'), labels: ['June'], options: ['May', 'June'] },
  { type: 'fill', url, kind: 'check', target: target('checkbox', 'Paid'), value: true },
  { type: 'click', url, target: target('button', 'Delete draft') },
  { type: 'read_table', url, target: target('table', 'Orders') },
  { type: 'click', url: 'https://files.example.com/', target: target('link', 'Statement') },
  { type: 'download', url: 'https://files.example.com/s.pdf', name: 's.pdf' },
];

function template() {
  return recordedTemplate(acts, 'Orders of a Month');
}

test('a recording is a template that the host finds nothing wrong with', () => {
  const parsed = parseTemplate(JSON.stringify(template()), 'recorded.yaml', {});
  expect(parsed.ok ? [] : parsed.fault.message).toEqual([]);
  expect(template()).toMatchObject({ id: 'orders-of-a-month', version: '1.0.0' });
});

test('what was typed and chosen are parameters with those values, a password is a secret without one', () => {
  expect(template()['parameters']).toEqual({
    e_mail: { type: 'string', default: 'anna@example.com', title: 'E-mail' },
    password: { type: 'secret', required: true, title: 'Password' },
    month: { type: 'string', options: ['May', 'June'], default: 'June', title: 'Month' },
  });
});

test('each step declares the kind of act that it was, and all sites are named', () => {
  expect(template()['steps']).toMatchObject([
    { id: 'open', tool: 'navigate', buckets: ['read'] },
    {
      tool: 'fill',
      args: { selector: ['label="E-mail"', '#mail'], value: '{{parameters.e_mail}}' },
      buckets: ['write'],
    },
    { tool: 'fill', args: { value: '{{parameters.password}}' } },
    { tool: 'press_key', args: { key: 'Enter' }, buckets: ['write'] },
    { tool: 'select_option', args: { values: '{{parameters.month}}' } },
    { tool: 'fill', args: { value: true } },
    { tool: 'click', buckets: ['delete'] },
    { id: 'read_orders', tool: 'extract_table', buckets: ['read'] },
    { tool: 'download', title: 'Download Statement', buckets: ['admin'] },
  ]);
  expect(template()['sites']).toEqual(['https://shop.example.com', 'https://files.example.com']);
});

test('what was read and kept is given back', () => {
  expect(template()['output']).toEqual({
    orders: '{{steps.read_orders.rows}}',
    file: '{{steps.download_statement.name}}',
  });
});

test('the same press twice makes two steps of different names', () => {
  const press: RecordedAct = { type: 'click', url, target: target('button', 'Next') };
  const steps = recordedTemplate([{ type: 'open', url }, press, press], '…')['steps'];
  expect(steps).toMatchObject([{ id: 'open' }, { id: 'press_next' }, { id: 'press_next_2' }]);
});

test('a page that was opened is named by the step that opened it', () => {
  const press: RecordedAct = { type: 'click', url, target: target('link', 'Terms') };
  const read: RecordedAct = { type: 'read_text', url, target: target('main', '', 'main') };
  const recorded = recordedTemplate(
    [
      { type: 'open', url },
      press,
      { type: 'opened', url, page: 1 },
      { type: 'page', url, page: 1 },
      read,
      { type: 'page', url, page: 0 },
      press,
    ],
    'Terms',
  );
  expect(recorded['steps']).toMatchObject([
    { id: 'open' },
    { id: 'press_terms' },
    { id: 'go_to_page', tool: 'select_page', args: { page: '{{steps.press_terms.opened.0.page}}' } },
    { tool: 'get_text' },
    { tool: 'select_page', args: { page: '{{steps.open.page}}' } },
    { id: 'press_terms_2' },
  ]);
  const parsed = parseTemplate(JSON.stringify(recorded), 'recorded.yaml', {});
  expect(parsed.ok ? [] : parsed.fault.message).toEqual([]);
});
