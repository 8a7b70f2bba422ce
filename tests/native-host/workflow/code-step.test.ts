import { expect, test } from 'vitest';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { readStepCode } from '../../../native-host/code/step-code.ts';
import { diffTemplates } from '../../../native-host/workflow/diff-templates.ts';
import { explainTemplate } from '../../../native-host/workflow/explain-template.ts';
import { foresee } from '../../../native-host/workflow/foresee.ts';
import { faultOf, valueIn } from './shipped.ts';
import { head, load, plan } from './step-rig.ts';

const good = `  - id: press
    title: Press what is there
    code: |
      const found = await api.post('/get_elements', { selector: 'button' });
      if (found.count > 0) {
        await api.post('/click', { selector: 'button' });
      }
      return { pressed: found.count > 0, word: inputs.word };
    inputs: { word: "{{parameters.word}}" }
    buckets: [read, write]
`;
const read = readStepCode('return 1;', []);
const hash = read.ok ? read.script.code_hash : '';
const one = (more: string): string => `${head}  - { id: a, title: A, buckets: [read], ${more} }\n`;

test.each<{ readonly what: string; readonly text: string; readonly told: RegExp }>([
  {
    what: 'a mistake in a block is told by the line and column of the file',
    text: `${head}${good.replace('inputs.word };', 'eval(1) };')}`,
    told: /small\.yaml, line 17, column 48, steps\[0\]\.code: This function does not exist/,
  },
  { what: 'code of another language', text: one('code: "while (true"'), told: /steps\[0\]\.code/ },
  {
    what: 'a call beyond the declared kinds',
    text: `${head}${good.replace('[read, write]', '[read]')}`,
    told: /steps\[0\]\.buckets: "\/click" in line 3 of the script is of bucket write/,
  },
  {
    what: 'a call with an argument that there is not',
    text: one(`code: "await api.post('/click', { selektor: 'a' });"`),
    told: /takes no "selektor"\. Did you mean "selector"/,
  },
  {
    what: 'a hash of other code',
    text: one(`code: "return 2;", code_hash: ${hash}`),
    told: /code_hash: is the hash of another script/,
  },
  {
    what: 'code and script at once',
    text: one('code: "return 1;", script: x@1.0.0'),
    told: /has one of the two/,
  },
  {
    what: 'a script that is not there',
    text: one('script: x@1.0.0'),
    told: /there is no script "x@1\.0\.0"/,
  },
  {
    what: 'neither code nor tool',
    text: one('sites: ["https://a.example.com"]'),
    told: /steps\[0\]\.tool: is missing/,
  },
  {
    what: 'an input from a step that comes later',
    text: one('code: "return 1;", inputs: { a: "{{steps.late.x}}" }'),
    told: /inputs\.a: \{\{steps\.late\.x\}\}: no step before/,
  },
  {
    what: 'a tier that it does not have',
    text: one('code: "return 1;", tier: cloud'),
    told: /tier: only what the extraction plan names/,
  },
  {
    what: 'pictures read here',
    text: `${head}  - { id: a, title: A, tool: read_screenshot, buckets: [read] }\n`,
    told: /is work of the cloud .* source screenshot_cloud/,
  },
])('$what', ({ text, told }) => {
  expect(faultOf(load(text)).message).toMatch(told);
});

test('a code step that is right passes, and its hash can be pinned', () => {
  expect(valueIn(load(head + good)).template.steps).toHaveLength(1);
  expect(valueIn(load(one(`code: "return 1", code_hash: ${hash}`))).template.steps).toHaveLength(1);
});

test('each call of a script is an act of the plan, in words made from the call', () => {
  const { acts, declared, calls } = valueIn(plan(valueIn(load(head + good))));
  expect(calls.map(({ tool, bucket }) => `${tool} ${bucket}`)).toEqual(['get_elements read', 'click write']);
  expect(acts[1]?.words).toBe(
    'Click on https://a.example.com (script, line 3: /click { selector: "button" })',
  );
  expect(declared['press']).toEqual({ buckets: ['read', 'write'], sites: ['https://a.example.com'] });
});

test('a script that opens an address beyond its sites is refused before the run', () => {
  const text = one(`code: "await api.post('/navigate', { url: 'https://b.example.com/' });"`);
  expect(faultOf(plan(valueIn(load(text)))).message).toMatch(
    /steps\[0\]\.code: opens https:\/\/b\.example\.com in line 1/,
  );
});

test('what nobody watches is judged by the calls of its scripts too', () => {
  const { acts } = foresee(valueIn(load(head + good)).template, stepPatterns);
  expect(acts).toContainEqual({ tool: 'click', bucket: 'write', url: 'https://a.example.com' });
});

test('the plan tells what a script calls, what it is given, and which it is', () => {
  const [step] = explainTemplate(valueIn(load(head + good)).template, stepPatterns).steps;
  expect(step?.acts.map(({ words }) => words)).toEqual([
    'Look at elements (script, line 1: /get_elements { selector: "button" })',
    'Click (script, line 3: /click { selector: "button" })',
  ]);
  expect(step?.remarks[0]).toMatch(/^a script with the hash [0-9a-f]{64}, not pinned$/);
  expect(step?.remarks[1]).toBe('it is given word = <word>');
});

test('a change of a script is told: first what it now calls, then its lines', () => {
  const before = valueIn(load(head + good)).template;
  const other = good
    .replace("'/click'", "'/fill'")
    .replace("{ selector: 'button' });\n      }", "{ selector: 'input', value: 'x' });\n      }");
  const changes = diffTemplates(before, valueIn(load(head + other)).template, stepPatterns);
  expect(changes[0]).toEqual({
    weight: 'reach',
    text: `the script of step "press" now calls /fill { selector: "input", value: "x" } (write)`,
  });
  expect(changes.map(({ text }) => text).join('\n')).toMatch(
    /no longer calls \/click[\s\S]*changed: - await api/,
  );
  const spaced = good.replace('found.count > 0)', 'found.count  >  0)');
  expect(diffTemplates(before, valueIn(load(head + spaced)).template, stepPatterns)).toEqual([]);
});
