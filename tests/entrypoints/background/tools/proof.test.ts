import { expect, test } from 'vitest';
import { withProof } from '../../../../entrypoints/background/tools/proof.ts';
import { attempt, raise } from '../../../../shared/faults.ts';
import { ScriptedPage, target } from '../../../fakes/scripted-page.ts';

const soon = () => Date.now() + 2_000;
const arrived = { delivered: true, stray: null };

test('a page that takes the input and falls silent is named with what was sent', async () => {
  const page = new ScriptedPage({ delivery: () => arrived });
  const silent = async () => raise('timeout', 'no answer', '');
  const result = await attempt(() => withProof(page, target(), 'mouse', soon(), silent));
  expect(result).toMatchObject({
    fault: {
      code: 'timeout',
      detail: { sent: true, delivered: true },
      hint: expect.stringContaining('not sent again'),
    },
  });
});

test('input that was cut off after it had arrived does not pass for refused', async () => {
  const page = new ScriptedPage({ delivery: () => arrived });
  const refused = async () => raise('attach-refused', 'Locked.', 'Wait.');
  const result = await attempt(() => withProof(page, target(), 'mouse', soon(), refused));
  expect(result).toMatchObject({
    fault: {
      code: 'attach-refused',
      message: expect.stringContaining('The input arrived'),
      detail: { sent: true },
    },
  });
});

test('input that never arrived is refused as it was', async () => {
  const page = new ScriptedPage({ delivery: () => new Promise(() => undefined) });
  const refused = async () => raise('attach-refused', 'Locked.', 'Wait.');
  expect(await attempt(() => withProof(page, target(), 'mouse', soon(), refused))).toMatchObject({
    fault: { code: 'attach-refused', message: 'Locked.' },
  });
});

test('nothing is armed or sent under an open dialog', async () => {
  const page = new ScriptedPage({});
  page.open = { kind: 'confirm', message: 'Sure?' };
  let sent = false;
  const send = async () => {
    sent = true;
  };
  const result = await attempt(() => withProof(page, target(), 'key', soon(), send));
  expect(result).toMatchObject({ fault: { code: 'dialog-open', detail: { dialog: 'Sure?' } } });
  expect([sent, page.calls]).toEqual([false, []]);
});
