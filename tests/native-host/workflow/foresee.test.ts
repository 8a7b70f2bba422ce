import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { foresee } from '../../../native-host/workflow/foresee.ts';
import { Template } from '../../../shared/template.ts';

const step = { id: 'a', title: 'A', tool: 'click', args: { selector: 'text=Save' } };
const template = (over: object) =>
  Template.parse({
    id: 't',
    version: '1.0.0',
    title: 'T',
    description: '',
    sites: ['https://shop.example/x'],
    steps: [{ ...step, buckets: ['write'] }],
    ...over,
  });

test('each kind of act is told once, in every bucket that its step declares, on the sites that are known', () => {
  const steps = [
    { ...step, buckets: ['write', 'delete'] },
    { ...step, id: 'b', buckets: ['write'] },
  ];
  expect(foresee(template({ steps }), patterns)).toEqual({
    acts: [
      { tool: 'click', bucket: 'write', url: 'https://shop.example' },
      { tool: 'click', bucket: 'delete', url: 'https://shop.example' },
    ],
    later: [],
    waits: [],
  });
});

test('a site of a parameter is its default, or known only when it is run', () => {
  const parameters = (more: object) => ({ site: { type: 'url', title: 'Site', ...more } });
  const sites = ['{{parameters.site}}'];
  const fixed = foresee(
    template({ sites, parameters: parameters({ default: 'https://a.example/' }) }),
    patterns,
  );
  expect(fixed.acts).toEqual([{ tool: 'click', bucket: 'write', url: 'https://a.example' }]);
  expect(foresee(template({ sites, parameters: parameters({}) }), patterns)).toEqual({
    acts: [],
    later: ['click'],
    waits: [],
  });
});

test('what a pattern does is told as the acts that it is made of', () => {
  const login = {
    id: 'a',
    title: 'Sign in',
    tool: 'login',
    args: { username: 'me', password: 'secret:shop' },
    buckets: ['read', 'write'],
  };
  const { acts } = foresee(template({ steps: [login] }), patterns);
  expect(acts.map(({ tool }) => tool)).toContain('fill');
  expect(acts.map(({ tool }) => tool)).not.toContain('login');
});
