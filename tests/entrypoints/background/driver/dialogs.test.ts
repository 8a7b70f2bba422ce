import { expect, test } from 'vitest';
import { Dialogs, raiseDialogOpen } from '../../../../entrypoints/background/driver/dialogs.ts';
import { TabEvents } from '../../../../entrypoints/background/driver/tab-events.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

const dialog = { kind: 'confirm', message: 'Sure?' } as const;

test('an open dialog is known to the next worker until it is closed', async () => {
  const area = fakeStorage();
  new Dialogs(area, new TabEvents()).opened(1, dialog, '');
  const next = new Dialogs(area, new TabEvents());
  await next.load();
  expect(next.get(1)).toEqual(dialog);
  next.closed(1);
  const last = new Dialogs(area, new TabEvents());
  await last.load();
  expect(last.get(1)).toBeNull();
});

test('what is heard while the store is read counts more than the store', async () => {
  const area = fakeStorage();
  new Dialogs(area, new TabEvents()).opened(1, dialog, '');
  const next = new Dialogs(area, new TabEvents());
  next.closed(1);
  await next.load();
  expect(next.get(1)).toBeNull();
});

test('a call ends when a dialog opens in its tab, and does not begin behind one', async () => {
  const events = new TabEvents();
  const dialogs = new Dialogs(fakeStorage(), events);
  let begun = 0;
  const never = () => {
    begun += 1;
    return new Promise<string>(() => {});
  };
  const call = dialogs.race(1, never, raiseDialogOpen);
  events.emit(2, { type: 'dialog-opened', dialog, given: '' });
  dialogs.opened(1, dialog, '');
  events.emit(1, { type: 'dialog-opened', dialog, given: '' });
  await expect(call).rejects.toThrow('dialog-open');
  await expect(dialogs.race(1, never, raiseDialogOpen)).rejects.toThrow('dialog-open');
  expect(begun).toBe(1);
  expect(await dialogs.race(2, async () => 'value', raiseDialogOpen)).toBe('value');
});

test('the text that a page put into its prompt is kept, beside the dialog as it is told', async () => {
  const area = fakeStorage();
  const asked = { kind: 'prompt', message: 'Name?' } as const;
  new Dialogs(area, new TabEvents()).opened(1, asked, 'draft');
  const next = new Dialogs(area, new TabEvents());
  await next.load();
  expect(next.get(1)).toEqual(asked);
  expect(next.givenTo(1)).toBe('draft');
  next.closed(1);
  expect(next.givenTo(1)).toBe('');
});
