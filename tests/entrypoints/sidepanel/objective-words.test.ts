import { expect, test } from 'vitest';
import {
  betweenTurnsTitle,
  modelInUse,
  modelPlace,
  objectiveSentence,
  placeWords,
  siteOf,
  tokensText,
  turnTitle,
  waitingWords,
} from '../../../entrypoints/sidepanel/objective-words.ts';
import { RunStatus } from '../../../shared/run.ts';
import { objectiveRun, sampleFinding, sampleObjective, sampleTurn } from './objective-samples.ts';

test('every state of a run has a sentence of its own, and a waiting question comes first', () => {
  const objective = sampleObjective();
  const sentences = RunStatus.options.map((status) => objectiveSentence(objectiveRun({ status }), objective));
  expect(new Set(sentences).size).toBe(RunStatus.options.length);
  const question = {
    question_id: '00000000-0000-4000-8000-000000000009',
    text: 'Which?',
    asked_at: '2026-04-03T10:00:00.000Z',
    expires_at: '2026-04-03T10:05:00.000Z',
  };
  expect(objectiveSentence(objectiveRun(), { ...objective, question })).toContain('It asks you something');
});

test('a finished run says how much could not be found', () => {
  const objective = sampleObjective({
    checklist: [
      { n: 1, text: 'a', state: 'found' },
      { n: 2, text: 'b', state: 'missing' },
    ],
    findings: [sampleFinding(1)],
  });
  const sentence = objectiveSentence(objectiveRun({ status: 'succeeded' }), objective);
  expect(sentence).toBe('1 finding from 0 pages. 1 point could not be found.');
});

test('a slow model is told as slow, with how long it took before, and only after a while', () => {
  const tokens = { calls: 4, read: 0, reused: 0, written: 0, model_ms: 40_000 };
  expect(waitingWords(3_000, tokens)).toBe('');
  expect(waitingWords(20_000, tokens)).toBe(
    'The model is reading or writing. Its answers took 10.0 s so far.',
  );
  expect(waitingWords(90_000, tokens)).toContain('longer than usual');
  expect(waitingWords(20_000, { ...tokens, calls: 0 })).toContain('being loaded');
});

test('numbers stay short, and addresses are told by their site', () => {
  expect([950, 12_400, 999_999, 1_234_567].map(tokensText)).toEqual(['950', '12,400', '999,999', '1.2 M']);
  expect(siteOf('https://www.example.com:8443/a?b')).toBe('example.com:8443');
  expect(placeWords({ url: 'https://example.com/a', part: 2 })).toBe('example.com, part 2');
  expect(placeWords({ url: 'https://example.com/a', part: 1 })).toBe('example.com');
});

test('a turn without words is told by what it is', () => {
  expect(turnTitle(sampleTurn(1, { action: 'THINK', words: '' }))).toBe('Decide what to do next');
  expect(turnTitle(sampleTurn(1, { action: 'READ_MORE', words: '' }))).toBe('read more');
  expect(turnTitle(sampleTurn(1, { action: 'THINK', words: 'Think' }))).toBe('Decide what to do next');
  expect(betweenTurnsTitle(sampleTurn(1))).toBe('Decide what to do next');
  expect(betweenTurnsTitle(sampleTurn(1, { action: 'FINISH' }))).toBe('Write the result');
});

test('the model in use is the chosen one, else the first; where it is, is said', () => {
  const local = { id: 'a/b', provider: 'a', name: 'b', place: 'http://127.0.0.1:1', remote: false };
  const models = [
    { ...local, context_tokens: null, in_use: false },
    { ...local, id: 'c/d', place: 'api.example.com', remote: true, context_tokens: null, in_use: true },
  ];
  expect(modelInUse(models)?.id).toBe('c/d');
  expect(modelInUse(models.map((model) => ({ ...model, in_use: false })))?.id).toBe('a/b');
  expect(modelInUse([])).toBeNull();
  expect(models.map(modelPlace)).toEqual(['on this computer', 'leaves this computer, to api.example.com']);
});
