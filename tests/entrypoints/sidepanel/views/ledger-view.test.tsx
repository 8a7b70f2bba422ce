// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { initialState, type PanelState } from '../../../../entrypoints/sidepanel/panel-state.ts';
import { LedgerView } from '../../../../entrypoints/sidepanel/views/ledger-view.tsx';
import { sampleReceipt, sampleStatus } from '../samples.ts';

const site = (name: string) => `origin:https://${name}.example`;
const receipts = ['a', 'b'].map((name) =>
  sampleReceipt({ call_id: name, resource: site(name), target: `button "${name}"` }),
);

function shown(state: Partial<PanelState>) {
  const root = document.createElement('div');
  document.body.append(root);
  const settled: unknown[] = [];
  act(() =>
    render(
      <LedgerView state={{ ...initialState, ...state }} onSettle={(...word) => void settled.push(word)} />,
      root,
    ),
  );
  return { root, settled };
}

test('the person narrows the list to one site', () => {
  const { root } = shown({ receipts });
  const select = root.querySelector('select');
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
    'All sites',
    'https://a.example',
    'https://b.example',
  ]);
  act(() => {
    if (select !== null) select.value = site('b');
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(root.querySelectorAll('.ledger > li')).toHaveLength(1);
  expect(root.querySelector('.ledger')?.textContent).toContain('button "b"');
});

test('an outcome that is not known comes first, and the person says what was found', () => {
  const { root, settled } = shown({ receipts, unsettled: [sampleReceipt({ call_id: 'lost' })] });
  expect(root.textContent).toContain('One outcome is not known');
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('.unsettled button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['It happened', 'It did not', 'I undid it']);
  act(() => {
    const note = root.querySelector<HTMLInputElement>('.unsettled input');
    if (note !== null) note.value = ' the order is there ';
    note?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  act(() => buttons[0]?.click());
  expect(settled).toEqual([['lost', 'applied', 'the order is there']]);
});

test('while a word is on its way it cannot be said twice, and with nothing open nothing is asked', () => {
  const { root } = shown({ receipts, unsettled: [sampleReceipt({ call_id: 'lost' })], settling: 'lost' });
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('.unsettled button')];
  expect(buttons.every(({ disabled }) => disabled)).toBe(true);
  expect(shown({ receipts, unsettled: [] }).root.querySelector('.unsettled')).toBeNull();
});

test('a ledger that cannot be written says so, with what to do', () => {
  const { root } = shown({ receipts: [], status: sampleStatus({ ledger_read_only: true }) });
  expect(root.querySelector('[role=alert]')?.textContent).toContain('nothing more is done');
  expect(root.textContent).toContain('localagent doctor');
});
