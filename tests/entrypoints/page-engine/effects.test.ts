// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { enterPhase } from '../../../entrypoints/page-engine/changes.ts';
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
  enterPhase('handling');
  one('#b').setAttribute('aria-expanded', 'true');
  one('#p').textContent = 'Balance 2';
  expect(effectsSince()).toEqual(['expanded', 'changed paragraph "Balance 2"']);
});

test('what the page does by itself is no effect; what comes after the input is told apart', () => {
  showPage('<button id="b">Go</button><p id="clock">1</p><div id="list"></div><p id="p">Old</p>');
  readBefore(one('#b'));
  one('#clock').textContent = '2';
  enterPhase('handling');
  one('#list').innerHTML = '<ul aria-label="Results"><li>One</li></ul>';
  enterPhase('after');
  one('#clock').textContent = '3';
  one('#p').textContent = 'New';
  expect(effectsSince()).toEqual(['appeared list "Results"', 'then changed paragraph "New"']);
});

test('what goes, what other fields hold then, and what is only attached and taken away again', () => {
  showPage('<button id="b">Go</button><div role="alert">Gone soon</div><input aria-label="Total" value="1">');
  readBefore(one('#b'));
  enterPhase('handling');
  one('[role=alert]').remove();
  const total = one('input');
  if (total instanceof HTMLInputElement) total.value = '2';
  const passing = document.createElement('p');
  document.body.append(passing);
  passing.remove();
  expect(effectsSince()).toEqual(['value changed of textbox "Total"', 'gone alert "Gone soon"']);
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
