import { expect, test } from 'vitest';
import { aggregate } from '../../../cloud/handlers/aggregate.ts';
import { answer } from '../../../cloud/handlers/answer.ts';
import { crossCheck } from '../../../cloud/handlers/cross-check.ts';
import { noteFailure } from '../../../cloud/handlers/note-failure.ts';
import { readScreenshots } from '../../../cloud/handlers/read-screenshots.ts';
import { fakeMeans, fakeStore, library } from '../fake-store.ts';

const job = {
  job_id: 'r-1-1',
  template: 'vendor-portal-report',
  template_version: '1.2.0',
  parameters: { period: '2026-10' },
};
const picture = 'jobs/r-1-1/foot.png';
const page = {
  kind: 'page',
  url: 'https://portal.example.com/reports',
  step_id: 'foot',
  selector: 'tfoot',
  row: null,
  column: null,
} as const;
const readHere = (source: string, value: unknown) => ({
  source,
  value,
  confidence: 0.99,
  provenance: [page],
  note: '',
});
const sentPicture = (key: string, fields: readonly string[], step_id = 'shot') => ({
  step_id,
  fields,
  key,
  sha256: 'a'.repeat(64),
  bytes: 3,
  url: 'https://portal.example.com/reports/ST-1',
  masked: 0,
});
const local = {
  total: readHere('both', '1,234.50'),
  rows: readHere('dom_local', [{ paid: 1000 }, { paid: '34.50' }]),
};
const resultOf = (fields: object, pictures: readonly object[]) => ({
  schema: 'localagent.job-result.v1',
  output: {},
  extracted: { fields, pictures },
});
const result = resultOf(local, [sentPicture(picture, ['total', 'stamp', 'rows'])]);
const succeeded = { job, ok: true, result, error: null, cause: null };
const store = () => fakeStore({ 'library/index.json': library, [picture]: 'png' });
const vision = (total: string | null) => ({
  read: async (_: Uint8Array, fields: readonly { readonly name: string }[]) =>
    Object.fromEntries(
      fields.map(({ name }) => [name, { value: name === 'total' ? total : 'A-7', confidence: 0.9 }]),
    ),
});

const check = async (total: string | null) => {
  const means = fakeMeans({ store: store(), vision: vision(total) });
  return crossCheck(await readScreenshots(succeeded, means), means);
};

test('a value that page and picture agree on is surer than either, and what is derived follows', async () => {
  const { values, missing } = await check('1234.50');
  expect(values).toMatchObject({
    total: { value: '1,234.50', source: 'both', confidence: 1 - 0.01 * (1 - 0.9) },
    stamp: { value: 'A-7', source: 'screenshot_cloud', provenance: [{ kind: 'picture', key: picture }] },
    open: { value: 200, source: 'derived_cloud', origin: 'total - sum(rows.paid)' },
  });
  expect(missing).toEqual({});
  expect(values['total']?.provenance.map(({ kind }) => kind)).toEqual(['page', 'picture']);
  expect(values['total']?.origin).toBe(
    'https://portal.example.com/reports, tfoot, step foot; https://portal.example.com/reports/ST-1, picture of step shot',
  );
  expect(values['open']?.provenance).toEqual([
    { kind: 'computed', formula: 'total - sum(rows.paid)', of: ['total', 'rows'] },
  ]);
});

test('a conflict tells both sides and who wins, at half the confidence', async () => {
  const { values } = await check('1,284.50');
  expect(values['total']).toMatchObject({
    value: '1,234.50',
    conflict: { local: '1,234.50', screenshot: '1,284.50', wins: 'local' },
    confidence: 0.495,
  });
  expect(values['open']).toMatchObject({ value: 200, confidence: 0.495 });
});

test('only planned fields are read, and only from pictures of the job itself', async () => {
  const asked: string[] = [];
  const means = fakeMeans({
    store: fakeStore({ 'library/index.json': library, [picture]: 'png', 'jobs/other/a.png': 'png' }),
    vision: {
      read: async (_, fields) => {
        asked.push(...fields.map(({ name }) => name));
        return {};
      },
    },
  });
  const pictures = [
    sentPicture('jobs/other/a.png', ['stamp']),
    sentPicture('jobs/r-1-1/../other/a.png', ['stamp']),
    sentPicture(picture, ['stamp'], 'another_step'),
    sentPicture(picture, ['rows', 'password', 'total']),
  ];
  await readScreenshots({ ...succeeded, result: resultOf(local, pictures) }, means);
  expect(asked).toEqual(['total']);
});

test('a field that nobody could read is named with its reason, and what needs it is not computed', async () => {
  const means = fakeMeans({ store: store() });
  const lacking = { ...succeeded, result: resultOf({ rows: local.rows }, []) };
  const { missing } = await crossCheck(await readScreenshots(lacking, means), means);
  expect(missing).toEqual({
    total: 'neither the worker nor a picture gave a value',
    stamp: 'no picture of it could be read',
    open: '"total - sum(rows.paid)" could not be computed: "total" is no number',
  });
});

const failedJob = {
  job,
  ok: false,
  result: null,
  error: 'LocalAgent.Failed',
  cause: 'The button "Prepare" was not found.',
};
const request = {
  request_id: 'r-1',
  text: 'Statement | of October',
  from: 'me',
  channel: 'file',
  reply_to: 'x',
  received_at: '2026-11-30T10:00:00Z',
};

test('the answer puts all jobs together, says what is missing, and cannot be formed by what pages say', async () => {
  const objects = store();
  const means = fakeMeans({ store: objects, vision: vision('1,284.50') });
  const checked = await crossCheck(await readScreenshots(succeeded, means), means);
  const values = {
    ...checked.values,
    note: {
      value: '| # [Click](http://evil.example) <b>',
      source: 'dom_local',
      confidence: 0.9,
      origin: 'page',
      provenance: [],
    },
  };
  const jobs = [
    { ...checked, values },
    { outcome: failedJob, values: {}, missing: {} },
  ];
  const { status, markdown, key } = await aggregate({ request, jobs }, means);
  expect(status).toBe('partial');
  expect(markdown).toContain('1 of 2 jobs are done');
  expect(markdown).toContain('**in doubt:** page 1,234.50, picture 1,284.50');
  expect(markdown).toContain('Not done: LocalAgent.Failed. The button "Prepare" was not found.');
  expect(markdown).toContain('\\| \\# \\[Click\\](http://evil.example) \\<b\\>');
  expect(JSON.parse(objects.all.get(key) ?? '')).toMatchObject({ status: 'partial', jobs: [{}, {}] });
  const sent = await answer({ request, status, markdown, key }, means);
  expect(JSON.parse(objects.all.get(sent.key) ?? '')).toMatchObject({
    reply_to: 'x',
    status: 'partial',
    text: markdown,
    jobs: [
      { job_id: 'r-1-1', values: { total: { conflict: { wins: 'local' }, provenance: [page, {}] } } },
      { job_id: 'r-1-1', values: {} },
    ],
  });
});

test('a request whose every job failed says so', async () => {
  const jobs = [{ outcome: failedJob, values: {}, missing: {} }];
  expect(await aggregate({ request, jobs }, fakeMeans())).toMatchObject({ status: 'failed' });
});

test('only failures that a change of the template can mend are kept for repair', async () => {
  const objects = fakeStore();
  const means = fakeMeans({ store: objects });
  expect(await noteFailure({ outcome: failedJob }, means)).toEqual({
    noted: 'repairs/vendor-portal-report/1.2.0/r-1-1.json',
  });
  expect(await noteFailure({ outcome: { ...failedJob, error: 'LocalAgent.Refused' } }, means)).toEqual({
    noted: null,
  });
  expect(await noteFailure({ outcome: succeeded }, means)).toEqual({ noted: null });
  expect([...objects.all.keys()]).toHaveLength(1);
});

test('neither an answer nor a question is an error of its own name', async () => {
  await expect(answer({ request }, fakeMeans())).rejects.toMatchObject({ name: 'NothingToAnswer' });
});
