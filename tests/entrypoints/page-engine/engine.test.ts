// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Engine, installEngine } from '../../../entrypoints/page-engine/engine.ts';
import { showPage } from '../../fakes/page-layout.ts';

const place: { __localagentEngine?: Engine } & typeof globalThis = globalThis;

function engine(): Engine {
  installEngine();
  if (place.__localagentEngine === undefined) throw new Error('not installed');
  return place.__localagentEngine;
}

test('installing again leaves the engine and its refs as they are', async () => {
  showPage('<button>Go</button>');
  const first = engine();
  expect(engine()).toBe(first);
});

test('a selector leads to a described target without its value', async () => {
  showPage('<label>Code <input value="hunter2"></label>');
  const parts = [{ kind: 'label', match: { text: 'code', exact: false } }];
  const reply = await engine().call('resolve', { parts, readiness: 'attached' });
  expect(reply).toMatchObject({ value: { state: 'found', target: { role: 'textbox', name: 'Code' } } });
  expect(JSON.stringify(reply)).not.toContain('hunter2');
});

test('what is wrong comes back as a fault and never as an exception', async () => {
  showPage('<p>x</p>');
  const css = { parts: [{ kind: 'css', css: 'p:nonsense(' }], readiness: 'attached' };
  expect(await engine().call('resolve', css)).toMatchObject({ fault: { code: 'bad-arguments' } });
  expect(await engine().call('field', { ref: 123_456 })).toMatchObject({ fault: { code: 'stale-ref' } });
  expect(await engine().call('constructor', {})).toMatchObject({ fault: { code: 'internal' } });
  expect(await engine().call('resolve', null)).toMatchObject({ fault: { code: 'internal' } });
});

test('nothing found comes with the nearest by role and words', async () => {
  showPage('<button>Save draft</button><button>Close</button><a href="/s">Save as</a>');
  const name = { text: 'Save all', exact: true };
  const parts = [{ kind: 'role', role: 'button', name, states: {} }];
  const reply = await engine().call('resolve', { parts, readiness: 'attached' });
  expect(reply).toMatchObject({
    value: { state: 'none', nearest: [{ name: 'Save draft' }, { name: 'Save as' }, { name: 'Close' }] },
  });
});

test('a text is found across elements, without regard to case and gaps', async () => {
  showPage('<p>Draft <b>D-77</b> kept</p>');
  for (const [text, holds] of [
    ['draft d-77  kept', true],
    ['deleted', false],
  ] as const) {
    expect(await engine().call('holds_text', { text })).toMatchObject({ value: { holds } });
  }
});
