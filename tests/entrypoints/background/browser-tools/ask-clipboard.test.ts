import { afterEach, beforeEach, expect, test } from 'vitest';
import { askClipboard } from '../../../../entrypoints/background/browser-tools/ask-clipboard.ts';
import { attempt } from '../../../../shared/faults.ts';

const said: string[] = [];
let open = false;
let answer: unknown;

beforeEach(() => {
  said.length = 0;
  open = false;
  Reflect.set(globalThis, 'chrome', {
    offscreen: {
      hasDocument: async () => open,
      createDocument: async () => {
        if (open) throw new Error('Only a single offscreen document may be created.');
        open = true;
      },
      closeDocument: async () => {
        open = false;
        said.push('closed');
      },
    },
    runtime: {
      sendMessage: async (message: { clipboard: string }) => {
        said.push(message.clipboard);
        return answer;
      },
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'chrome');
});

const soon = () => Date.now() + 2_000;

test('two questions at once are asked one after the other, each with a page of its own', async () => {
  answer = { done: true, text: 'held' };
  const both = [askClipboard({ clipboard: 'read' }, soon()), askClipboard({ clipboard: 'read' }, soon())];
  expect(await Promise.all(both)).toEqual([answer, answer]);
  expect(said).toEqual(['read', 'closed', 'read', 'closed']);
});

test('a refusal is a fault, leaves no page behind, and does not stop the next question', async () => {
  answer = { done: false, text: '' };
  expect(await attempt(() => askClipboard({ clipboard: 'read' }, soon()))).toMatchObject({
    fault: { code: 'attach-refused' },
  });
  expect(open).toBe(false);
  answer = { done: true, text: 'x' };
  expect(await askClipboard({ clipboard: 'write', text: 'x' }, soon())).toEqual(answer);
});
