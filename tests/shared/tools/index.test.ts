import { expect, test } from 'vitest';
import { z } from 'zod';
import { tools } from '../../../shared/tools/index.ts';
import { target } from '../../fakes/gate-rig.ts';

const nothing = { targets: [], dialogOfDelete: false };

/** For each tool: arguments that fit, arguments that do not, and what a careful caller expects of the former. */
const cases: readonly {
  tool: string;
  good: Record<string, unknown>;
  bad: Record<string, unknown>;
  bucket: string;
  targets?: readonly string[];
  destination?: string;
}[] = [
  {
    tool: 'navigate',
    good: { url: 'https://a.example/' },
    bad: { url: 'https://a.example/', action: 'back' },
    bucket: 'read',
    destination: 'https://a.example/',
  },
  { tool: 'list_pages', good: {}, bad: { page: 't1' }, bucket: 'read' },
  { tool: 'select_page', good: { page: 't1' }, bad: { page: '1' }, bucket: 'read' },
  { tool: 'wait', good: { text: 'Done' }, bad: { text: 'Done', load: true }, bucket: 'read' },
  {
    tool: 'click',
    good: { selector: 'text=Go' },
    bad: { selector: 'text=Go', count: 4 },
    bucket: 'write',
    targets: ['text=Go'],
  },
  {
    tool: 'fill',
    good: {
      fields: [
        { selector: '#a', value: 'x' },
        { selector: '#b', value: true },
      ],
    },
    bad: { selector: '#a' },
    bucket: 'write',
    targets: ['#a', '#b'],
  },
  { tool: 'press_key', good: { key: 'Enter' }, bad: { key: 'Enter', text: 'x' }, bucket: 'write' },
  { tool: 'hover', good: { selector: '#menu' }, bad: {}, bucket: 'read', targets: ['#menu'] },
  { tool: 'handle_dialog', good: { accept: true }, bad: {}, bucket: 'write' },
  { tool: 'screenshot', good: {}, bad: { format: 'gif' }, bucket: 'read' },
  { tool: 'extract_table', good: {}, bad: { max_rows: 0 }, bucket: 'read' },
  { tool: 'get_text', good: { part: 2 }, bad: { part: 0 }, bucket: 'read' },
  { tool: 'evaluate_script', good: { script: 'return 1' }, bad: { script: '' }, bucket: 'admin' },
  { tool: 'snapshot', good: {}, bad: { max_tokens: 1 }, bucket: 'read' },
  {
    tool: 'new_page',
    good: { url: 'https://a.example/' },
    bad: {},
    bucket: 'read',
    destination: 'https://a.example/',
  },
  { tool: 'close_page', good: {}, bad: { page: 7 }, bucket: 'write' },
  {
    tool: 'download',
    good: { selector: '#csv' },
    bad: { selector: '#csv', url: 'https://a.example/' },
    bucket: 'admin',
    targets: ['#csv'],
  },
  {
    tool: 'get_elements',
    good: { selector: 'svg circle', styles: ['fill'] },
    bad: { selector: 'svg circle', styles: ['Fill;'] },
    bucket: 'read',
  },
  {
    tool: 'drag',
    good: { selector: '#card', to: '#done' },
    bad: { selector: '#card', to: '#done', by: { x: 1, y: 1 } },
    bucket: 'write',
    targets: ['#card', '#done'],
  },
  { tool: 'scroll', good: { to: 'bottom' }, bad: { to: 'bottom', by: { y: 1 } }, bucket: 'read' },
  {
    tool: 'select_option',
    good: { selector: '#country', values: ['Norway'] },
    bad: { selector: '#country', values: 'Norway', index: 1 },
    bucket: 'write',
    targets: ['#country'],
  },
  { tool: 'read_clipboard', good: {}, bad: { page: 't1' }, bucket: 'admin' },
  { tool: 'write_clipboard', good: { text: 'x' }, bad: {}, bucket: 'admin' },
  { tool: 'clear', good: { selector: '#a' }, bad: {}, bucket: 'delete', targets: ['#a'] },
  {
    tool: 'upload_file',
    good: { selector: '#f', files: [{ path: '~/a.csv' }, { name: 'b.txt', text: '' }] },
    bad: { selector: '#f', files: [{ path: '~/a.csv', text: 'x' }] },
    bucket: 'admin',
    targets: ['#f'],
  },
  { tool: 'upload_artifact', good: { from: '/x' }, bad: { from: '/x', name: '' }, bucket: 'admin' },
  { tool: 'page_tools', good: {}, bad: { name: 'x' }, bucket: 'read' },
  { tool: 'call_page_tool', good: { name: 'addNote' }, bad: { name: '' }, bucket: 'write' },
  {
    tool: 'save_file',
    good: { from: '/x', folder: '~/r', name: 'a.csv' },
    bad: { from: '/x', folder: '~/r', name: '' },
    bucket: 'write',
  },
  { tool: 'find_filed', good: { folder: '~/r', name: 'a.csv' }, bad: { folder: '' }, bucket: 'read' },
  {
    tool: 'graphql',
    good: { query: '{ a }' },
    bad: { query: '{ a }', endpoint: '//b.example' },
    bucket: 'read',
  },
  { tool: 'validate_code', good: { code: 'return 1;' }, bad: { code: '' }, bucket: 'read' },
  { tool: 'execute_code', good: { token: 'a.b' }, bad: {}, bucket: 'read' },
  {
    tool: 'login',
    good: { username: 'u', password: 'secret:portal' },
    bad: { username: 'u', password: 'hunter2' },
    bucket: 'write',
  },
  { tool: 'search', good: { query: 'x' }, bad: {}, bucket: 'write' },
  { tool: 'select', good: { match: ['June'] }, bad: { match: [] }, bucket: 'write' },
  { tool: 'submit', good: { button: '#send' }, bad: { button: '#send', confirm: 'yes' }, bucket: 'write' },
];

test.each(cases)(
  '$tool takes what fits, refuses what does not, and knows its bucket, targets and destination',
  (one) => {
    const tool = tools.get(one.tool);
    if (tool === undefined) throw new Error(`no tool ${one.tool}`);
    const args = tool.input.parse(one.good);
    expect(tool.input.safeParse(one.bad).success).toBe(false);
    expect(tool.input.safeParse({ ...one.good, surprise: 1 }).success).toBe(false);
    expect(tool.bucketOf(args, nothing)).toBe(one.bucket);
    expect(tool.targetsOf(args).map(({ selector }) => selector)).toEqual(one.targets ?? []);
    if (tool.group !== 'pattern') expect(tool.destinationOf(args)).toBe(one.destination ?? null);
  },
);

test('every tool is tried above', () => {
  expect(cases.map(({ tool }) => tool).sort()).toEqual([...tools.keys()].sort());
});

test.each(['click', 'press_key', 'drag'])('%s on a target that says delete is a delete', (name) => {
  const tool = tools.get(name);
  const args =
    tool?.input.parse({
      selector: '#x',
      ...(name === 'press_key' ? { key: 'Enter' } : name === 'drag' ? { by: { x: 9, y: 0 } } : {}),
    }) ?? {};
  const found = { targets: [target({ name: 'Delete all' })], dialogOfDelete: false };
  expect(tool?.bucketOf(args, found)).toBe('delete');
});

test('accepting the question of a deleting act is a delete, dismissing it is not', () => {
  const tool = tools.get('handle_dialog');
  const found = { targets: [], dialogOfDelete: true };
  expect(tool?.bucketOf({ accept: true }, found)).toBe('delete');
  expect(tool?.bucketOf({ accept: false }, found)).toBe('write');
});

test('each tool has a JSON schema for its arguments and its result, closed to unknown members', () => {
  for (const { name, input, output } of tools.values()) {
    expect(z.toJSONSchema(input, { io: 'input' }), name).toMatchObject({
      type: 'object',
      additionalProperties: false,
    });
    expect(z.toJSONSchema(output), name).toMatchObject({ type: 'object' });
  }
});

test.each(['delete_order', 'deleteOrder', 'order-cancel', 'Remove', 'cart.clear'])(
  'a tool of a page named %s is called as a deletion',
  (name) => {
    expect(tools.get('call_page_tool')?.bucketOf({ name }, nothing)).toBe('delete');
  },
);
