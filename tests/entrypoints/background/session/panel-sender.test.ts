import { expect, test } from 'vitest';
import { isOwnPanel, isOwnStudio } from '../../../../entrypoints/background/session/panel-sender.ts';

const id = 'icckocangaogbepcbleanjhnhhmdjhkk';
const origin = `chrome-extension://${id}`;
const panel = { id, origin, url: `${origin}/sidepanel.html` };

test('our own side panel may speak', () => {
  expect(isOwnPanel(panel, id)).toBe(true);
  expect(isOwnPanel({ ...panel, url: `${panel.url}?run=1#top` }, id)).toBe(true);
});

test.each([
  ['no sender', undefined],
  ['another extension', { ...panel, id: 'a'.repeat(32) }],
  [
    'a content script, whose id is ours too',
    { id, origin: 'https://a.example', url: 'https://a.example/', tab: {} },
  ],
  ['our page in a tab', { ...panel, tab: { id: 1 } }],
  ['another page of ours', { ...panel, url: `${origin}/page-engine.js` }],
  ['a path that only begins alike', { ...panel, url: `${origin}/sidepanel.html/x` }],
  ['a foreign origin with our url', { ...panel, origin: 'https://a.example' }],
  ['a web page with our path', { id, url: 'https://a.example/sidepanel.html' }],
  ['our id as a host of the web', { id, url: `https://${id}/sidepanel.html` }],
  ['no url', { id, origin }],
])('%s may not', (_what, sender) => {
  expect(isOwnPanel(sender, id)).toBe(false);
});

test('the studio speaks from a tab, from its own page and for itself alone', () => {
  const studio = { ...panel, url: `${origin}/studio.html`, tab: { id: 1 } };
  expect(isOwnStudio(studio, id)).toBe(true);
  expect(isOwnPanel(studio, id)).toBe(false);
  expect(isOwnStudio({ ...studio, tab: undefined }, id)).toBe(false);
  expect(isOwnStudio({ ...studio, url: 'https://a.example/studio.html' }, id)).toBe(false);
  expect(isOwnStudio({ ...studio, origin: 'https://a.example' }, id)).toBe(false);
  expect(isOwnStudio({ ...panel, tab: { id: 1 } }, id)).toBe(false);
});
