import { expect, test } from 'vitest';
import { humanName, outcomeOf, placeOf, runSentence, verbOf } from '../../../entrypoints/sidepanel/words.ts';
import type { Verdict } from '../../../shared/receipt.ts';
import { RunStatus } from '../../../shared/run.ts';
import { tools } from '../../../shared/tools/index.ts';
import { sampleReceipt, sampleRun } from './samples.ts';

test('every tool has a verb of its own', () => {
  const verbs = [...tools.keys()].map(verbOf);
  for (const verb of verbs) expect(verb).not.toContain('_');
  expect(new Set(verbs).size).toBe(verbs.length);
});

test('every end of a run has its sentence', () => {
  const sentences = RunStatus.options.map((status) => runSentence(sampleRun({ status })));
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('a finished run says what became of its files', () => {
  const file = { name: 'a', path: '/a', bytes: 1, sha256: 'a'.repeat(64), state: 'filed' } as const;
  expect(runSentence(sampleRun({ status: 'succeeded', files: [file] }))).toBe('1 file put in place.');
  const known = { ...file, state: 'already_filed' } as const;
  expect(runSentence(sampleRun({ status: 'succeeded', files: [known] }))).toMatch('already there');
});

test('what ran through is not called done until it was checked', () => {
  expect(outcomeOf(sampleReceipt())).toBe('Done');
  expect(outcomeOf(sampleReceipt({ domain: 'unknown' }))).toBe('Done, not checked');
  expect(outcomeOf(sampleReceipt({ transport: 'failed', domain: 'unknown' }))).toBe('Unknown');
  expect(outcomeOf(sampleReceipt({ transport: 'failed', domain: 'failed' }))).toBe('Failed');
  const denied: Verdict = { decision: 'deny', policies: ['p'], reason: 'no' };
  expect(outcomeOf(sampleReceipt({ verdict: denied, transport: 'failed', domain: 'blocked' }))).toBe(
    'Refused',
  );
});

test('names and places read as words', () => {
  expect(humanName('rows_listed')).toBe('Rows listed');
  expect(placeOf('origin:https://example.com:8443')).toBe('https://example.com:8443');
  expect(placeOf('folder:~/Reports')).toBe('~/Reports');
});
