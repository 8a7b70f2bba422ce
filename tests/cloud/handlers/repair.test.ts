import { expect, test } from 'vitest';
import { repair } from '../../../cloud/handlers/repair.ts';
import { fakeMeans, fakeStore, library } from '../fake-store.ts';

// Goal: a failed job is tried once more, with selectors that a model chose among what the worker saw; what may not be done twice,
// and what failed twice, goes to the optimisation queue.

const job = { job_id: 'r-1', template: 'vendor-portal-report', template_version: '1.2.0', parameters: {} };
const outcome = { job, ok: false, result: null, error: 'LocalAgent.Failed', cause: 'It was not found.' };
const control = { role: 'button', leads_to: null, sends_to: '/prepare', within: '', heading: 'Files' };
const evidence = {
  ...{ schema: 'localagent.repair-evidence/1', step_id: 'prepare', title: 'Prepare', tool: 'submit' },
  places: {
    button: { was: 'role=button[name="Prepare"]', print: { role: 'button', name: 'Prepare', tag: 'button' } },
  },
  controls: [
    { ...control, selector: 'role=button[name="Delete"]', name: 'Delete' },
    { ...control, selector: 'role=button[name="Generate"]', name: 'Generate' },
  ],
};
const repeatable = library.replace('"version":"1.2.0"', '"version":"1.2.0","repeatable":true');

function world(answer: unknown, objects: Readonly<Record<string, string>> = {}) {
  const store = fakeStore({
    'library/index.json': repeatable,
    'jobs/r-1/repair-evidence.json': JSON.stringify(evidence),
    ...objects,
  });
  return { store, means: fakeMeans({ store, text: { ask: async () => answer } }) };
}
const choose = (number: number) => ({ places: [{ place: 'button', control: number }] });

test('what the model chooses becomes one more job, with a name of its own', async () => {
  const { means, store } = world(choose(1));
  expect(await repair({ outcome }, means)).toEqual({
    kind: 'try',
    job: { ...job, job_id: 'r-1-repair', repair: { 'prepare.button': 'role=button[name="Generate"]' } },
  });
  expect([...store.all.keys()].filter((key) => key.startsWith('optimisation/'))).toEqual([]);
});

test.each<[string, unknown, Readonly<Record<string, string>>, object]>([
  ['the model chooses what deletes', choose(0), {}, outcome],
  ['the model chooses what is not there', choose(9), {}, outcome],
  ['the model answers in another form', { control: 1 }, {}, outcome],
  ['the template may not be run twice', choose(1), { 'library/index.json': library }, outcome],
  ['the worker left nothing', choose(1), { 'jobs/r-1/repair-evidence.json': '{}' }, outcome],
  ['the second try failed too', choose(1), {}, { ...outcome, job: { ...job, job_id: 'r-1-repair' } }],
])(
  'where %s, the failure is queued for the optimisation, with the reason',
  async (_what, answer, objects, given) => {
    const { means, store } = world(answer, objects);
    const done = await repair({ outcome: given }, means);
    expect(done.kind).toBe('queued');
    const [key = ''] = [...store.all.keys()].filter((one) => one.startsWith('optimisation/'));
    expect(key).toMatch(/^optimisation\/vendor-portal-report\/1\.2\.0\/r-1/);
    expect(JSON.parse(store.all.get(key) ?? '')).toMatchObject({
      why: expect.stringMatching(/./),
      error: outcome.error,
    });
  },
);

test('what the rules refused, or nobody knows the outcome of, is neither tried again nor queued', async () => {
  for (const error of ['LocalAgent.Refused', 'LocalAgent.OutcomeUnknown']) {
    const { means, store } = world(choose(1));
    expect(await repair({ outcome: { ...outcome, error } }, means)).toEqual({ kind: 'none' });
    expect([...store.all.keys()].some((key) => key.startsWith('optimisation/'))).toBe(false);
  }
});
