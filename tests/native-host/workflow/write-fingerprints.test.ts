import { expect, test } from 'vitest';
import { writeFingerprints } from '../../../native-host/workflow/write-fingerprints.ts';
import { Fingerprint } from '../../../shared/fingerprint.ts';
import { faultOf, valueIn } from './shipped.ts';

const print = Fingerprint.parse({ role: 'link', name: 'Reports', tag: 'a' });
const text = 'id: small # of mine\n\nsteps:\n  - { id: one } # stays\nreview:\n  state: draft\n';

test('fingerprints come to the end of a template, and nothing else of it changes', () => {
  const written = valueIn(writeFingerprints(text, { 'one.selector': print }));
  expect(written.startsWith(text)).toBe(true);
  expect(written.slice(text.length)).toMatch(/^\nfingerprints:\n {2}one\.selector:\n {4}role: link\n/);
});

test('those of other selectors stay, and those of the same are replaced', () => {
  const first = valueIn(writeFingerprints(text, { 'one.selector': print, 'two.field': print }));
  const moved = first.replace('review:\n  state: draft\n', '').concat('review:\n  state: draft\n');
  const again = valueIn(writeFingerprints(moved, { 'one.selector': { ...print, name: 'Papers' } }));
  expect(again).toContain('name: Papers');
  expect(again.match(/two\.field/g)).toHaveLength(1);
  expect(again).toMatch(/\nreview:\n {2}state: draft\n$/);
});

test('a template in JSON stays JSON', () => {
  const written = valueIn(writeFingerprints('{"id":"small"}', { 'one.selector': print }));
  expect(JSON.parse(written)).toMatchObject({ id: 'small', fingerprints: { 'one.selector': print } });
});

test('a file that is no template is not written into', () => {
  expect(faultOf(writeFingerprints('- a list', {})).code).toBe('bad-arguments');
});
