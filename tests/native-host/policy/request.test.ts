import { expect, test } from 'vitest';
import { policyRequest } from '../../../native-host/policy/request.ts';
import { on, question } from './policy-rig.ts';

const lists = new Map([
  ['domain:example.com', ['write.domains']],
  ['origin:https://a.example.com', ['write.listed']],
  ['folder:/srv', ['write.listed']],
]);

function asked(...of: Parameters<typeof policyRequest>) {
  const request = policyRequest(...of);
  if (!request.ok) throw new Error(request.reason);
  return { ...request, query: request.queryFor(false) };
}

test('a site lies in its domains, and only what a rule names lies in a list', () => {
  const { query, words, rule } = asked(on('https://A.example.com/x?secret=1'), lists);
  const parents = query.entities.map(({ uid, parents: above }) => [
    uid.id,
    above.map(({ id }) => id).join(' '),
  ]);
  expect(parents).toEqual([
    ['run-1', 'workflow'],
    ['https://a.example.com', 'a.example.com write.listed'],
    ['a.example.com', 'example.com'],
    ['example.com', 'write.domains'],
  ]);
  expect([words, rule, query.context['path']]).toEqual([
    'https://a.example.com',
    'domain:a.example.com',
    '/x',
  ]);
});

test('a folder lies in every folder above it', () => {
  const { query, rule } = asked(
    question({ tool: 'save_file', resource: { kind: 'folder', path: '/srv/a/' } }),
    lists,
  );
  expect(query.entities.slice(1).map(({ uid }) => uid.id)).toEqual(['/srv/a', '/srv', '/']);
  expect(rule).toBe('folder:/srv/a');
});

test('text from a page is bounded and well-formed before it reaches Cedar', () => {
  const target = { role: 'button', name: `\ud800${'x'.repeat(5_000)}` };
  const { query } = asked(question({ target, sources: Array.from({ length: 99 }, String) }), lists);
  expect(query.context['target']).toEqual({ role: 'button', name: `\ufffd${'x'.repeat(999)}` });
  expect(query.context['sources']).toHaveLength(50);
});

test('a frame counts as the same origin only when it is', () => {
  const frame = (frame_url: string) =>
    asked(on('https://example.com', { frame_url }), lists).query.context['frame'];
  expect(frame('https://EXAMPLE.com:443/a')).toMatchObject({ same_origin: true, opaque: false });
  expect(frame('https://pay.test')).toMatchObject({ same_origin: false, opaque: false, host: 'pay.test' });
  for (const url of ['null', 'about:srcdoc', 'data:text/html,x', 'not a url']) {
    expect(frame(url)).toMatchObject({ same_origin: false, opaque: true });
  }
});
