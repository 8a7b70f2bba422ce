import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { diffTemplates } from '../../../native-host/workflow/diff-templates.ts';
import { Template } from '../../../shared/template.ts';

const base = {
  id: 'small',
  version: '1.0.0',
  title: 'Small',
  description: 'For tests.',
  parameters: { q: { type: 'string', title: 'Query' } },
  sites: ['https://a.example.com'],
  steps: [
    { id: 'look', title: 'Look', tool: 'get_text', buckets: ['read'] },
    { id: 'press', title: 'Press', tool: 'click', args: { selector: '#a' }, buckets: ['write'] },
  ],
  output: { text: '{{steps.look.text}}' },
};

function changes(change: Record<string, unknown>): readonly string[] {
  return diffTemplates(Template.parse(base), Template.parse({ ...base, ...change }), patterns).map(
    ({ weight, text }) => `${weight}: ${text}`,
  );
}

const [look, press] = base.steps;

test('a template has no changes against itself', () => {
  expect(changes({})).toEqual([]);
});

test.each<readonly [string, Record<string, unknown>, readonly string[]]>([
  [
    'a new site',
    { sites: ['https://a.example.com', 'https://b.example.com'] },
    ['reach: sites: + https://b.example.com'],
  ],
  [
    'a new kind of act',
    { steps: [look, { ...press, buckets: ['write', 'delete'] }] },
    [
      'reach: step "press" may now be delete too',
      'doing: step "press": buckets: ["write"] → ["write","delete"]',
    ],
  ],
  [
    'a flow of text',
    { flows: [{ from: 'https://a.example.com', to: 'https://b.example.com' }] },
    ['reach: flows: + text of https://a.example.com into acts on https://b.example.com'],
  ],
  [
    'a secret',
    { parameters: { ...base.parameters, p: { type: 'secret', title: 'Password' } } },
    ['reach: parameter "p" is new: secret'],
  ],
  [
    'another selector',
    { steps: [look, { ...press, args: { selector: '#b' } }] },
    ['doing: step "press": args.selector: "#a" → "#b"'],
  ],
  ['a step less', { steps: [look] }, ['doing: step "press" is gone']],
  ['another order', { steps: [press, look] }, ['doing: steps are in another order: press, look']],
  [
    'a step in a loop',
    { steps: [press, { id: 'loop', title: 'Loop', for_each: { max: 2 }, steps: [look] }] },
    [
      'doing: step "look" moved into loop',
      'doing: step "loop" is new: a loop',
      'doing: steps are in another order: press, look',
    ],
  ],
  ['another version', { version: '1.1.0' }, ['words: version: 1.0.0 → 1.1.0']],
  ['another output', { output: {} }, ['doing: output "text": "{{steps.look.text}}" → (none)']],
  [
    'selectors remembered',
    { fingerprints: { 'press.selector': { role: 'link', name: 'A', tag: 'a' } } },
    ['words: selectors are remembered anew: press.selector'],
  ],
])('%s is told in words', (_, change, told) => {
  expect(changes(change)).toEqual(told);
});

test('what reaches further is told first', () => {
  const all = changes({ title: 'Other', version: '2.0.0', steps: [look], sites: ['https://b.example.com'] });
  expect(all[0]).toBe('reach: sites: + https://b.example.com');
  expect(all.at(-1)).toContain('words: ');
});
