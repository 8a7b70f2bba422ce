import { expect, test } from 'vitest';
import type { CallRequest } from '../../../native-host/agent/ports.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import { type ActEffect, PaperCalls, type PaperWeb } from './fake-web.ts';
import { assignmentOf, inTurn, refusals, runOnPaper } from './scripted-run.ts';

// Goal: acts on pages: what is called, what the model is told of it, and where a person has to be asked.

const shop = 'https://shop.test/settings';
const objective = 'On shop.test set the city to Oslo and save it';
const web = (): PaperWeb => ({
  search: { text: '', results: [{ title: 'Shop', url: shop, snippet: '' }] },
  [shop]: {
    title: 'Settings',
    text: 'Your settings.\nNothing is saved.',
    controls: [
      { ref: 'e1', role: 'textbox', name: 'City', value: '' },
      { ref: 'e2', role: 'combobox', name: 'Size', value: 'S', options: ['S', 'M'] },
      { ref: 'e3', role: 'button', name: 'Save' },
      { ref: 'e4', role: 'button', name: 'Delete account' },
      { ref: 'e5', role: 'checkbox', name: 'News', value: 'off' },
    ],
  },
});
const act = (action: string, more: object = {}) => ({ found: [], action, why: '', ...more });
const open = act('NAVIGATE', { url: shop, checklist: ['set the city', 'save it'] });
const fill = act('FILL', { control: 1, value: 'Oslo' });
const give = act('FINISH', { missing: [1, 2] });

const saved: ActEffect = ({ tool }, calls) => {
  const page = calls.pages[shop];
  if (page === undefined) return { effects: [] };
  if (tool === 'fill') {
    const controls = (page.controls ?? []).map((one) => (one.ref === 'e1' ? { ...one, value: 'Oslo' } : one));
    calls.pages[shop] = { ...page, controls };
    return { fields: [{ matches: true }] };
  }
  calls.pages[shop] = { ...page, text: 'Your settings.\nThe city Oslo is saved.' };
  return { effects: ['changed "The city Oslo is saved."'] };
};

const run = (paper: PaperCalls, ...answers: readonly unknown[]) =>
  runOnPaper(assignmentOf(objective, { acts: true, trusted: ['shop.test'] }), paper, inTurn(...answers));
const acts = (paper: PaperCalls): readonly CallRequest[] =>
  paper.made.filter(({ tool }) => !['navigate', 'get_text', 'get_elements'].includes(tool));

test('a page to act on is shown with its controls, and after an act only what changed', async () => {
  const paper = new PaperCalls(web(), saved);
  const told = await run(paper, open, fill, act('CLICK', { control: 3 }), give);
  const prompts = told.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(prompts[1]).toContain(
    'CONTROLS: (1) textbox "City" = "" · (2) combobox "Size" = "S" {S|M} · (3) button "Save"',
  );
  expect(prompts[2]).toMatch(/^DONE: filled textbox "City": /);
  expect(prompts[2]).toContain('CONTROLS: (1) textbox "City" = "Oslo"\n');
  expect(prompts[2]).not.toContain('Nothing is saved');
  expect(prompts[3]).toContain('seen: changed');
  expect(prompts[3]).toMatch(/only what changed\)\n<<<DATA \S+\nThe city Oslo is saved\.\nDATA/);
  expect(acts(paper).map(({ tool, args, sources }) => [tool, args, sources])).toEqual([
    ['fill', { selector: 'ref=e1', value: 'Oslo' }, null],
    ['click', { selector: 'ref=e3' }, null],
  ]);
});

test('a run that was to do something and did nothing has not succeeded, whatever its pages said', async () => {
  const pages = { ...web(), [shop]: { title: 'Settings', text: 'The city Oslo can be saved here.' } };
  const found = [{ text: 'The city Oslo can be saved here.', items: [1, 2] }];
  const finish = { ...act('FINISH'), found };
  const told = await run(new PaperCalls(pages, saved), open, finish, act('FINISH'), act('FINISH'));
  expect(told.view.findings).toHaveLength(1);
  expect(told.ending).toMatchObject({
    status: 'failed',
    fault: { message: expect.stringContaining('no act was made') },
  });
});

test('a box is switched, not typed into', async () => {
  const paper = new PaperCalls(web(), saved);
  await run(paper, open, act('FILL', { control: 5, value: 'on' }), give);
  expect(acts(paper)[0]?.args).toEqual({ selector: 'ref=e5', value: true });
});

test('what deletes is not pressed where nothing is to be deleted', async () => {
  const paper = new PaperCalls(web(), saved);
  const told = await run(paper, open, act('CLICK', { control: 4 }), give, give);
  expect(refusals(told)).toContain('delete-was-asked');
  expect(acts(paper)).toEqual([]);
});

test('on a site that the person never named, an act says that pages led to it', async () => {
  const paper = new PaperCalls(web(), saved);
  const search = act('SEARCH', { query: 'city shop' });
  await runOnPaper(
    assignmentOf('Set the city to Oslo', { acts: true }),
    paper,
    inTurn(search, act('NAVIGATE', { link: 1 }), fill, give, give),
  );
  expect(acts(paper)[0]?.sources).toEqual(['https://shop.test']);
});

test('a value that was read on another site says where it is from; one that the person wrote does not', async () => {
  const other = 'https://other.test/';
  const paper = new PaperCalls(
    { ...web(), [other]: { title: 'Other', text: 'The code is XK-77-Q.' } },
    saved,
  );
  const there = act('NAVIGATE', { url: other });
  await run(paper, there, open, act('FILL', { control: 1, value: 'xk-77-q' }), fill, give, give);
  expect(acts(paper).map(({ sources }) => sources)).toEqual([['https://other.test'], null]);
});

test('an act that nobody can approve is told once, and no other is tried there', async () => {
  const denied: Fault = fault('denied', 'It uses text of a page.', 'Decided by: always.tainted.');
  const paper = new PaperCalls(web(), () => denied);
  const told = await runOnPaper(
    assignmentOf('Set the city to Oslo', { acts: true }),
    paper,
    inTurn(
      act('SEARCH', { query: 'city' }),
      act('NAVIGATE', { link: 1 }),
      fill,
      act('CLICK', { control: 3 }),
      give,
      give,
    ),
  );
  expect(acts(paper)).toHaveLength(1);
  expect(refusals(told)).toContain('site-was-denied');
  const prompts = told.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(prompts[3]).toMatch(/^FAILED: filled textbox "City": not done\. It uses text of a page\./);
  expect(told.ending.status).toBe('failed');
});

test('an act whose outcome nobody knows ends the run, and is not tried again', async () => {
  const paper = new PaperCalls(web(), () =>
    fault('outcome-unknown', 'The answer was lost.', 'Look at the site.'),
  );
  const told = await run(paper, open, fill, fill);
  expect(told.ending).toMatchObject({ status: 'outcome_unknown', fault: { code: 'outcome-unknown' } });
  expect(acts(paper)).toHaveLength(1);
});

test('a dialog is shown as two buttons, and answering one answers it', async () => {
  const dialog: ActEffect = ({ tool }) =>
    tool === 'click'
      ? { effects: [], dialog: { kind: 'confirm', message: 'Really?' } }
      : { kind: 'confirm', message: '', accepted: true };
  const paper = new PaperCalls(web(), dialog);
  const told = await run(paper, open, act('CLICK', { control: 3 }), act('CLICK', { control: 6 }), give, give);
  expect(told.requests[2]?.messages.at(-1)?.content).toContain('Dialog: Really?');
  expect(acts(paper).map(({ tool, args }) => [tool, args])).toEqual([
    ['click', { selector: 'ref=e3' }],
    ['handle_dialog', { accept: true }],
  ]);
});

test('a run that only reads is offered no acts, and does none that a model proposes all the same', async () => {
  const paper = new PaperCalls(web(), saved);
  const told = await runOnPaper(
    assignmentOf(objective, { readOnly: true }),
    paper,
    inTurn(open, fill, give, give),
  );
  expect(acts(paper)).toEqual([]);
  expect(refusals(told)).toContain('only-reads');
  expect(JSON.stringify(told.requests[1]?.schema)).not.toContain('CLICK');
});

test('the person answers a question; where nobody is there the run goes on without', async () => {
  const ask = act('ASK', { question: 'Which city?' });
  const answered = await runOnPaper(assignmentOf(objective, { acts: true }), web(), inTurn(ask, give, give), {
    ask: async () => 'Oslo',
  });
  expect(answered.requests[1]?.messages.at(-1)?.content).toContain('ANSWER: "Oslo"');
  const silent = await runOnPaper(assignmentOf(objective, { acts: true }), web(), inTurn(ask, give, give));
  expect(silent.requests[1]?.messages.at(-1)?.content).toContain('Nobody is there to answer.');
});

test('after the person worked in the browser the page is looked at anew', async () => {
  const paper = new PaperCalls(web(), saved);
  let looks = 0;
  const told = await runOnPaper(
    assignmentOf(objective, { acts: true, trusted: ['shop.test'] }),
    paper,
    inTurn(open, give, give),
    {
      unpaused: async () => {
        looks += 1;
        const page = paper.pages[shop];
        if (looks === 2 && page !== undefined)
          paper.pages[shop] = { ...page, text: 'The person wrote this.' };
        return looks === 2;
      },
    },
  );
  const prompt = told.requests[1]?.messages.at(-1)?.content ?? '';
  expect(prompt).toContain('NOTE: the person worked in the browser meanwhile. This is the page now.');
  expect(prompt).toContain('The person wrote this.');
});
