import { expect, test } from 'vitest';
import { addressIn } from './words-in-outline.ts';

const after = { address: /\b((?:f\d+)?e\d+)\b/g, leads: false };
const before = { address: /\buid=(\w+)/g, leads: true };

test('an element is found by role and name, its address behind or before them', () => {
  expect(addressIn('h1 "Shop"\nbutton "Pay" [f3e12]', { role: 'button', name: 'Pay' }, after)).toBe('f3e12');
  expect(addressIn('uid=1_2 button "Pay"', { role: 'button', name: 'Pay' }, before)).toBe('1_2');
});

test('of several in one line, the address is that of the named one', () => {
  const line = 'row: Tea | button "Take 1" [e4] | button "Take 2" [e5]';
  expect(addressIn(line, { role: 'button', name: 'Take 2' }, after)).toBe('e5');
});

test('words that stand before an element choose among equals, and what is not there has no address', () => {
  const outline = '"Crate A"\ntextbox "Quantity" [e1]\n"Crate B"\ntextbox "Quantity" [e2]';
  const target = { role: 'textbox', name: 'Quantity' };
  expect(addressIn(outline, { ...target, after: 'Crate B' }, after)).toBe('e2');
  expect(addressIn(outline, { ...target, after: 'Crate C' }, after)).toBeNull();
  expect(addressIn(outline, { role: 'button', name: 'Quantity' }, after)).toBeNull();
});
