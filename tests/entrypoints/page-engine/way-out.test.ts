// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { wayOut } from '../../../entrypoints/page-engine/way-out.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

vi.mock('../../../entrypoints/page-engine/reachable-point.ts', () => ({ pointNow: () => ({ x: 1, y: 1 }) }));
beforeEach(() => void vi.restoreAllMocks());

test.each([
  ['a cross before anything', '<button>OK</button><button id="w">×</button><button>Cancel</button>'],
  ['a label that says close', '<a href="#">Read more</a><button id="w" aria-label="Close banner"></button>'],
  [
    'the careful answer before the generous one',
    '<button>Accept all</button><button id="w">Only necessary</button>',
  ],
  ['another language', '<button>Alle akzeptieren</button><button id="w">Schließen</button>'],
  ['agreement where there is nothing else', '<p>We use cookies</p><button id="w">Got it</button>'],
])('%s', (_what, html) => {
  showPage(`<div id="panel">${html}</div>`);
  const wanted = one('#w');
  const name = wanted.getAttribute('aria-label') ?? wanted.textContent;
  expect(wayOut(one('#panel'))).toMatchObject({ role: 'button', name });
});

test('nothing that merely is a control is taken for a way out', () => {
  showPage(
    '<div id="panel"><button>Delete account</button><a href="#">Terms</a><input aria-label="Name"></div>',
  );
  expect(wayOut(one('#panel'))).toBeNull();
});
