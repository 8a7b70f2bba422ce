import { expect, test } from 'vitest';
import { click } from '../../../../entrypoints/background/tools/click.ts';
import { clickTarget, leftClick } from '../../../../entrypoints/background/tools/mouse.ts';
import { attempt, FaultError } from '../../../../shared/faults.ts';
import { context, ScriptedPage, target } from '../../../fakes/scripted-page.ts';

const args = { selector: '#a', button: 'left' as const, count: 1, modifiers: [], timeout_ms: 500 };
const arrived = () => ({ delivered: true, stray: null });
const types = (page: ScriptedPage) => page.sent.map(({ params }) => params['type']);

test('the watch is set before the press is sent, and ended after it', async () => {
  const page = new ScriptedPage({ delivery: arrived });
  let armed = false;
  page.onSend = () => {
    armed ||= page.callsOf('delivery_arm').length === 1;
  };
  const arrival = await clickTarget(page, target(), leftClick, context());
  expect(arrival).toMatchObject({ delivered: true, dialog: false, left: false });
  expect(armed).toBe(true);
  expect(types(page)).toEqual(['mouseMoved', 'mousePressed', 'mouseReleased']);
  expect(page.calls.at(-1)?.method).toBe('delivery_end');
});

test('a double click counts its presses', async () => {
  const page = new ScriptedPage({ delivery: arrived });
  await clickTarget(page, target(), { ...leftClick, count: 2 }, context());
  const presses = page.sent.filter(({ params }) => params['type'] === 'mousePressed');
  expect(presses.map(({ params }) => params['clickCount'])).toEqual([1, 2]);
});

test('a press that went elsewhere is a fault that names where', async () => {
  const stray = { ref: 'e7', role: 'button', name: 'Pay' };
  const page = new ScriptedPage({ delivery: () => ({ delivered: false, stray }) });
  const result = await attempt(() => clickTarget(page, target(), leftClick, context()));
  expect(result).toMatchObject({ fault: { code: 'covered', detail: { stray } } });
});

test('a press that nobody saw is told as not delivered', async () => {
  const page = new ScriptedPage({ delivery: () => ({ delivered: false, stray: null }) });
  expect(await clickTarget(page, target(), leftClick, context())).toMatchObject({ delivered: false });
});

test('a click under an open dialog is refused before anything is sent', async () => {
  const page = new ScriptedPage({});
  page.open = { kind: 'alert', message: 'hi' };
  const result = await attempt(() => clickTarget(page, target(), leftClick, context()));
  expect(result).toMatchObject({ fault: { code: 'dialog-open' } });
  expect(page.sent).toEqual([]);
});

test('a dialog that the click opens is its effect, not its failure', async () => {
  const dialogOpen = new FaultError({ code: 'dialog-open', message: 'm', hint: 'h' });
  const page = new ScriptedPage({
    delivery: () => new Promise((_, reject) => setTimeout(() => reject(dialogOpen), 20)),
  });
  page.onSend = ({ params }) => {
    if (params['type'] === 'mouseReleased') page.open = { kind: 'confirm', message: 'Sure?' };
  };
  const { result, verified } = await click(page, args, [target()], context());
  expect(result).toEqual({ delivered: true, effects: ['dialog opened'] });
  expect(verified).toBe(false);
});

test('a click whose document leaves in answer tells that it navigated', async () => {
  const gone = { fault: { code: 'stale-ref', message: 'm', hint: 'h' } };
  const page = new ScriptedPage({ delivery: () => gone });
  const { result } = await click(page, args, [target()], context());
  expect(result).toEqual({ delivered: true, effects: ['navigated'] });
});

test('a target without a point is not clicked', async () => {
  const page = new ScriptedPage({});
  const result = await attempt(() => clickTarget(page, target('e1', null), leftClick, context()));
  expect(result).toMatchObject({ fault: { code: 'not-actionable' } });
  expect(page.sent).toEqual([]);
});

test('an option of a native choice is chosen, and that is verified', async () => {
  const page = new ScriptedPage({ option_choose: () => ({ set: true, reason: '', choices: [] }) });
  const option = target();
  const chosen = { ...option, description: { ...option.description, tag: 'option' } };
  expect(await click(page, args, [chosen], context())).toMatchObject({ verified: true });
  expect(page.sent).toEqual([]);
});
