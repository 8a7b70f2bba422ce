import { expect, test } from 'vitest';
import { openModel } from '../../../native-host/model/open-model.ts';
import { question } from './conformance.ts';
import { place } from './place-of-models.ts';
import { means, settings } from './rigged-models.ts';

const never = new AbortController().signal;

const cloud = place('cloud', ['large'], { remote: true });
const here = place('here', ['small', 'tiny:latest', 'org/deep']);

test.each([
  ['the first on this machine, when none is named', null, null, 'here/small'],
  ['the chosen one', null, 'cloud/large', 'cloud/large'],
  ['the one that is wished for, before the chosen one', 'here/small', 'cloud/large', 'here/small'],
  ['the first of a place that is named alone', 'cloud', null, 'cloud/large'],
  ['a name alone, wherever it is', 'large', null, 'cloud/large'],
  ['a name without its tag', 'here/tiny', null, 'here/tiny:latest'],
  ['a name with a slash in it', 'here/org/deep', null, 'here/org/deep'],
])('it opens %s', async (_what, wish, choice, opened) => {
  const model = await openModel(wish, means({ sources: [cloud, here], choice }));
  expect(model.ok && `${model.value.provider}/${model.value.name}`).toBe(opened);
});

test('a model elsewhere is never taken because none is named', async () => {
  const model = await openModel(null, means({ sources: [cloud, place('here', [])] }));
  expect(model).toMatchObject({ ok: false, fault: { code: 'model-unavailable' } });
  expect(model.ok || model.fault.message).toContain('http://127.0.0.1:9');
  expect(model.ok || model.fault.hint).toContain('localagent model pull');
});

test('a wrong name is answered with those that there are', async () => {
  const model = await openModel('here/smal', means({ sources: [here] }));
  expect(model.ok || model.fault.hint).toContain('small, tiny:latest');
});

test('the next model goes on when one cannot be reached, and this is told once', async () => {
  const broken = place('here', ['small'], { dead: ['small'], contextTokens: 4_000 });
  const given = means({
    sources: [broken, cloud],
    settings: { ...settings, fallbacks: ['nowhere/at-all', 'cloud/large'] },
  });
  const opened = await openModel(null, given);
  if (!opened.ok) throw new Error(opened.fault.message);
  expect(opened.value).toMatchObject({ name: 'small', remote: true, contextTokens: 4_000 });
  expect(opened.value.place).toBe('place of here, place of cloud');
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  for (let asked = 0; asked < 2; asked++)
    expect(await opened.value.complete(question(), { signal: never, onNote })).toMatchObject({
      ok: true,
      value: { text: 'cloud/large' },
    });
  expect(opened.value).toMatchObject({ name: 'large', contextTokens: 8_000 });
  expect(notes).toEqual(['nothing listens there cloud/large goes on in its place.']);
});

test('a fallback takes the place of a chosen model that is not there, not of one that is wished for', async () => {
  const given = means({
    sources: [here, place('far', [])],
    settings: { ...settings, fallbacks: ['here/small'] },
    choice: 'far/away',
  });
  expect(await openModel(null, given)).toMatchObject({ ok: true, value: { name: 'small' } });
  expect(await openModel('far/away', given)).toMatchObject({ ok: false });
});
