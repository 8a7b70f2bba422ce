// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isClippedAway } from '../../../entrypoints/page-engine/visibility.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

test.each([
  ['inset(100%)', true],
  ['inset(50%)', true],
  ['circle(0px at 50% 50%)', true],
  ['inset(10%)', false],
  ['circle(40px at 50% 50%)', false],
  ['none', false],
])('a box of some size under clip-path %s is clipped away: %s', (clip, away) => {
  showPage(`<p id="p" style="clip-path: ${clip}">Words</p>`);
  expect(isClippedAway(one('#p'))).toBe(away);
});
