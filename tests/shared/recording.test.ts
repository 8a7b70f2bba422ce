import { expect, test } from 'vitest';
import { RecordedAct } from '../../shared/recording.ts';

const target = { role: 'textbox', name: 'Password', tag: 'input', selectors: ['label="Password"'] };

test('there is no place for the value of a secret field', () => {
  const act = { type: 'fill_secret', url: 'https://shop.example.com/', target };
  expect(RecordedAct.safeParse(act).success).toBe(true);
  expect(RecordedAct.safeParse({ ...act, value: 'hunter2' }).success).toBe(false);
});

test.each(['{{parameters.password}}', 'role=button[name="{{steps.open.url}}"]'])(
  'what a page calls its controls is no reference: %s',
  (selector) => {
    const act = {
      type: 'click',
      url: 'https://shop.example.com/',
      target: { ...target, selectors: [selector] },
    };
    expect(RecordedAct.safeParse(act).success).toBe(false);
  },
);

test('only acts on web pages are taken down', () => {
  expect(RecordedAct.safeParse({ type: 'click', url: 'file:///home', target }).success).toBe(false);
});
