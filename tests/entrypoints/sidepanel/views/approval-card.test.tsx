// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApprovalCard } from '../../../../entrypoints/sidepanel/views/approval-card.tsx';
import type { ApprovalRequest } from '../../../../shared/run.ts';
import { sampleApproval } from '../samples.ts';

let root: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  root = document.createElement('div');
  document.body.replaceChildren(root);
});
afterEach(() => void vi.useRealTimers());

function show(request: ApprovalRequest = sampleApproval(), connected = true) {
  const answers: string[] = [];
  const scopes: string[] = [];
  act(() =>
    render(
      <ApprovalCard
        pending={{ request, answering: null }}
        waiting={1}
        connected={connected}
        phrase="calm otter lantern"
        onAnswer={(answer, scope) => {
          answers.push(answer);
          scopes.push(scope);
        }}
      />,
      root,
    ),
  );
  const button = (word: string) => {
    const found = [...root.querySelectorAll('button')].find((each) => each.textContent?.startsWith(word));
    if (found === undefined) throw new Error(`no button ${word}`);
    return found;
  };
  return { answers, scopes, button };
}

/** A press as the browser reports one of the person's. */
function press(button: HTMLElement): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  act(() => void button.dispatchEvent(event));
}

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('Deny has the focus and works at once', () => {
  const { answers, button } = show();
  expect(document.activeElement).toBe(button('Deny'));
  press(button('Deny'));
  expect(answers).toEqual(['denied']);
});

test('Approve works only after it has been armed', () => {
  const { answers, button } = show();
  press(button('Approve'));
  wait(699);
  press(button('Approve'));
  expect(answers).toEqual([]);
  wait(10);
  expect(button('Approve').getAttribute('aria-disabled')).toBe('false');
  press(button('Approve'));
  expect(answers).toEqual(['approved']);
});

test('coming to the front arms anew', () => {
  const { answers, button } = show();
  wait(2000);
  act(() => void window.dispatchEvent(new Event('focus')));
  press(button('Approve'));
  expect(answers).toEqual([]);
});

test('other acts on the same card arm anew', () => {
  show();
  wait(2000);
  const changed = sampleApproval({ title: 'Something else' });
  const { answers, button } = show(changed);
  press(button('Approve'));
  expect(answers).toEqual([]);
});

test('a script cannot press Approve, and Enter does not', () => {
  const { answers, button } = show();
  wait(2000);
  act(() => button('Approve').click());
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  act(() => void button('Approve').dispatchEvent(enter));
  expect(enter.defaultPrevented).toBe(true);
  expect(answers).toEqual([]);
});

test('the acts, their effect, their place and the rule that asks are all there in words', () => {
  show();
  for (const words of [
    'Click button "Delete"',
    '× 2',
    'Removes something',
    'https://portal.example.com',
    'Deleting asks first',
  ]) {
    expect(root.textContent).toContain(words);
  }
});

test('characters that would reorder the text are drawn as marks', () => {
  show(sampleApproval({ title: 'Pay \u202e001' }));
  expect(root.querySelector('h2 .mark')?.textContent).toBe('U+202E');
});

test('nothing can be answered after the time is up or without a connection', () => {
  const late = show(sampleApproval({ expires_at: '2000-01-01T00:00:00.000Z' }));
  wait(2000);
  press(late.button('Approve'));
  press(late.button('Deny'));
  expect(late.answers).toEqual([]);
  const offline = show(sampleApproval(), false);
  wait(2000);
  press(offline.button('Approve'));
  expect(offline.answers).toEqual([]);
});

test('a yes reaches this once only, until the person chooses a wider one in its words, which arms anew', () => {
  const offers: ApprovalRequest['offers'] = [
    { scope: 'run', words: '“Click” on https://a.example is not asked about until this run ends.' },
    { scope: 'site', words: '“Click” on https://a.example is never asked about again.' },
  ];
  const { scopes, answers, button } = show(sampleApproval({ offers }));
  wait(2000);
  press(button('Approve'));
  expect(scopes).toEqual(['once']);
  const [, , always] = root.querySelectorAll('input');
  act(() => {
    always?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    always?.click();
  });
  press(button('Approve'));
  expect(answers).toHaveLength(1);
  wait(800);
  press(button('Approve'));
  expect(scopes).toEqual(['once', 'site']);
});

test('the card carries the words of the session, and every detail of the act', () => {
  const [first] = sampleApproval().acts;
  if (first === undefined) throw new Error('the sample has no act');
  show(sampleApproval({ acts: [{ ...first, details: ['textbox "IBAN": "DE00 1"'] }] }));
  expect(root.textContent).toContain('calm otter lantern');
  expect(root.textContent).toContain('textbox "IBAN": "DE00 1"');
});
