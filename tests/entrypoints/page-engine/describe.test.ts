// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { describeElement } from '../../../entrypoints/page-engine/describe.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

test('a button tells its form and where its own target leads', () => {
  showPage(
    '<form action="https://x.test/pay" method="post"><button id="t" ' +
      'formaction="https://y.test/save">Pay</button></form>',
  );
  expect(describeElement(one('#t'))).toMatchObject({
    role: 'button',
    name: 'Pay',
    tag: 'button',
    form: { action: 'https://y.test/save', method: 'post' },
    editable: false,
  });
});

test('a form whose controls are called action and method does not hide its own', () => {
  showPage(
    '<form action="https://x.test/pay" method="post"><input name="action"><input id="t" ' +
      'name="method"></form>',
  );
  expect(describeElement(one('#t')).form).toEqual({ action: 'https://x.test/pay', method: 'post' });
});

test('what is inside a link leads where the link leads', () => {
  showPage('<a href="https://x.test/a"><b id="t">Go</b></a>');
  expect(describeElement(one('#t')).href).toBe('https://x.test/a');
});

test('a password field is sensitive and has its type', () => {
  showPage('<input id="t" type="password">');
  expect(describeElement(one('#t'))).toMatchObject({
    sensitive: true,
    input_type: 'password',
    editable: true,
    form: null,
  });
});
