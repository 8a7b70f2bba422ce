import { expect, test } from 'vitest';
import { submit } from '../../../native-host/patterns/submit.ts';
import { fault } from '../../../shared/faults.ts';
import { notFound, type Reply } from '../workflow/fake-calls.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { fakePage, shownText, usual } from './fake-page.ts';

const asking: Reply = { delivered: true, effects: [], dialog: { kind: 'confirm', message: 'Sure?' } };

test('the question is answered as told, and success is waited for', async () => {
  let looks = 0;
  const page = fakePage((tool) => {
    if (tool === 'click') return asking;
    if (tool === 'get_text') return shownText('Ready to download');
    if (tool !== 'wait') return usual(tool);
    looks += 1;
    return looks < 3 ? notFound() : usual(tool);
  });
  expect(valueIn(await submit.run({ button: '#go', confirm: 'accept', success: '#done' }, page))).toEqual({
    submitted: true,
    confirmed: true,
    message: 'Ready to download',
  });
  expect(page.made.filter(({ tool }) => tool === 'click')).toHaveLength(1);
  expect(page.made.find(({ tool }) => tool === 'handle_dialog')?.args).toEqual({ accept: true });
});

test('a question without an answer is a fault, and stays open', async () => {
  const page = fakePage((tool) => (tool === 'click' ? asking : usual(tool)));
  const problem = faultOf(await submit.run({ button: '#go' }, page));
  expect(problem).toMatchObject({ code: 'dialog-open', detail: { page_message: 'Sure?' } });
  expect(page.made.map(({ tool }) => tool)).toEqual(['click']);
});

test('a dismissed question means that nothing was sent', async () => {
  const page = fakePage((tool) => (tool === 'click' ? asking : usual(tool)));
  const answer = valueIn(await submit.run({ button: '#go', confirm: 'dismiss', success: '#done' }, page));
  expect(answer).toEqual({ submitted: false, confirmed: false, message: 'Sure?' });
});

test('a sign of failure ends the wait, with what the page says', async () => {
  const page = fakePage((tool, args) => {
    if (tool === 'wait') return args['selector'] === '#bad' ? usual(tool) : notFound();
    return tool === 'get_text' ? shownText('No such period') : usual(tool);
  });
  const problem = faultOf(await submit.run({ button: '#go', success: '#done', failure: '#bad' }, page));
  expect(problem).toMatchObject({ code: 'not-actionable', detail: { page_message: 'No such period' } });
});

test('success that does not show in time is told, and the button is pressed once', async () => {
  const page = fakePage((tool) => (tool === 'wait' ? notFound() : usual(tool)));
  const problem = faultOf(await submit.run({ button: '#go', success: '#done', timeout_ms: 3000 }, page));
  expect(problem.code).toBe('timeout');
  expect(page.made.filter(({ tool }) => tool === 'click')).toHaveLength(1);
});

test('a page that is gone ends the wait at once, with what became of it', async () => {
  const gone = fault('no-page', 'The page t1 is not open.', 'Open one.');
  const page = fakePage((tool) => (tool === 'wait' ? gone : usual(tool)));
  await expect(submit.run({ button: '#go', success: '#done' }, page)).rejects.toMatchObject({ fault: gone });
  expect(page.made.map(({ tool }) => tool)).toEqual(['click', 'wait']);
});
