// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  appearedSince,
  effectsSince,
  readBefore,
  rememberVisible,
} from '../../../entrypoints/page-engine/effects.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

test('nothing changed is no effect', () => {
  showPage('<button id="b">Go</button>');
  readBefore(one('#b'));
  expect(effectsSince()).toEqual([]);
});

test('a box, an expanded menu and a text of the same length are noticed', () => {
  showPage(
    '<input id="c" type="checkbox"><button id="b" aria-expanded="false">Go</button><p id="p">Balance 1</p>',
  );
  readBefore(one('#c'));
  const box = one('#c');
  if (box instanceof HTMLInputElement) box.checked = true;
  expect(effectsSince()).toEqual(['checked']);
  readBefore(one('#b'));
  one('#b').setAttribute('aria-expanded', 'true');
  one('#p').textContent = 'Balance 2';
  expect(effectsSince()).toEqual(['expanded', 'page changed']);
});

test('a target that the act removed is told', () => {
  showPage('<button id="b">Go</button>');
  readBefore(one('#b'));
  one('#b').remove();
  expect(effectsSince()).toContain('target gone');
});

test('what became visible is told by role and name, once', () => {
  showPage(
    '<button>Hours</button><div id="t" role="tooltip" style="display:none">Opens <b>at nine</b></div>',
  );
  rememberVisible();
  one('#t').setAttribute('style', '');
  expect(appearedSince()).toEqual(['tooltip "Opens at nine"']);
});
