import { expect, test } from 'vitest';
import { renderFault, renderResult } from '../../../native-host/mcp/render-result.ts';
import { ResultStore } from '../../../native-host/mcp/result-store.ts';
import { fault } from '../../../shared/faults.ts';
import { clickReceipt } from '../../fakes/receipt.ts';

const receipt = clickReceipt;
const place = { page: 't1', url: 'https://shop.example/', title: 'A "shop"' };
const nothing = { navigated: false, opened: [], dialog: null, download: null };

function rendered(tool: string, own: Readonly<Record<string, unknown>>, caused = {}) {
  const store = new ResultStore(() => new Date(0));
  return renderResult(tool, { ...place, ...nothing, ...caused, ...own }, receipt, store);
}

test('a text for the model is answered once, and never twice', () => {
  const snapshot = rendered('snapshot', {
    outline: '- button "Go" [ref=e1]',
    changed: false,
    complete: true,
    tokens: 9,
  });
  expect(snapshot.structuredContent).toBeUndefined();
  expect(snapshot.content).toEqual([
    {
      type: 'text',
      text: 't1 https://shop.example/ "A \\"shop\\""\n- button "Go" [ref=e1]',
    },
  ]);
  const text = rendered('get_text', { text: 'Hello', part: 2, parts: 3 });
  expect(JSON.stringify(text.content).split('Hello')).toHaveLength(2);
  expect(JSON.stringify(text.content)).toContain('(part 2 of 3)');
});

test('a picture is a picture', () => {
  const shot = rendered('screenshot', { image: 'AAAA', mime: 'image/png', width: 2, height: 1, masked: 1 });
  expect(shot.content[0]).toEqual({ type: 'image', data: 'AAAA', mimeType: 'image/png' });
  expect(JSON.stringify(shot).split('AAAA')).toHaveLength(2);
  expect(JSON.stringify(shot.content)).toContain('2×1, 1 secret fields painted over');
});

test('what a call caused is told, and what did not happen is left out', () => {
  const opened = [{ ...place, page: 't2', title: 'Pop' }];
  const dialog = { kind: 'confirm', message: 'Sure?' };
  const told = rendered('click', { delivered: true, effects: [] }, { navigated: true, opened, dialog });
  expect(told.content).toEqual([
    {
      type: 'text',
      text: [
        'delivered: true',
        'navigated: true',
        'opened: t2 https://shop.example/ "Pop"',
        'dialog: {"kind":"confirm","message":"Sure?"} (answer it with handle_dialog)',
        't1 https://shop.example/ "A \\"shop\\""',
      ].join('\n'),
    },
  ]);
  expect(told.structuredContent).not.toHaveProperty('download');
});

test('an act after which nothing was seen to change says so', () => {
  const told = JSON.stringify(rendered('click', { delivered: true, effects: [] }).content);
  expect(told).toContain('Nothing was seen to change.');
  expect(JSON.stringify(rendered('click', { delivered: true, effects: ['focused'] }).content)).not.toContain(
    'Nothing was seen',
  );
});

test('a table is told as rows, each cell once', () => {
  const cell = (text: string) => ({ text, number: null, href: null });
  const table = {
    caption: 'Sales',
    headers: ['Item', 'Price'],
    rows: [{ Item: 'a|b', Price: '1' }],
    cells: [[cell('a|b'), cell('1')]],
    row_count: 9,
    complete: false,
    tables: [],
  };
  const [block] = rendered('extract_table', table).content;
  expect(block).toMatchObject({
    text: expect.stringContaining(
      'Sales\n| Item | Price |\n| - | - |\n| a\\|b | 1 |\n(1 of 9 rows)\nNot all of it: there may be more on the page.',
    ),
  });
});

test('a fault tells what happened, what to do, and its data', () => {
  const told = renderFault(fault('covered', 'It is covered.', 'Close the banner.', { by: 'e7' }), receipt);
  expect(told).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'covered: It is covered.\nClose the banner.\n{"by":"e7"}' }],
    _meta: { 'com.localagent/fault': { code: 'covered' }, 'com.localagent/receipt': { call_id: 'k1' } },
  });
  expect(told.structuredContent).toBeUndefined();
});
