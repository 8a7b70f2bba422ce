import { expect, test } from 'vitest';
import { runtimePort } from '../../../../entrypoints/background/session/native-port.ts';

function chromePort() {
  const messages: ((message: unknown) => void)[] = [];
  const disconnects: (() => void)[] = [];
  const posted: unknown[] = [];
  return {
    posted,
    broken: false,
    disconnected: false,
    say: (message: unknown) => {
      for (const listener of messages) listener(message);
    },
    drop: () => {
      for (const listener of disconnects) listener();
    },
    postMessage(message: unknown) {
      if (this.broken) throw new Error('Attempting to use a disconnected port object');
      posted.push(message);
    },
    disconnect() {
      this.disconnected = true;
    },
    onMessage: { addListener: (listener: (message: unknown) => void) => void messages.push(listener) },
    onDisconnect: { addListener: (listener: () => void) => void disconnects.push(listener) },
  };
}

test('messages pass both ways until the port is closed, and the reason is what Chrome said', () => {
  const raw = chromePort();
  const port = runtimePort(raw, () => 'Native host has exited.');
  const heard: unknown[] = [];
  const reasons: string[] = [];
  port.onMessage((message) => heard.push(message));
  port.onClose((reason) => reasons.push(reason));
  port.send({ a: 1 });
  raw.say({ b: 2 });
  raw.drop();
  raw.drop();
  raw.say({ c: 3 });
  port.send({ d: 4 });
  expect(raw.posted).toEqual([{ a: 1 }]);
  expect(heard).toEqual([{ b: 2 }]);
  expect(reasons).toEqual(['Native host has exited.']);
});

test('a port that Chrome has closed already is closed by the first message it does not take', () => {
  const raw = chromePort();
  const port = runtimePort(raw, () => '');
  const reasons: string[] = [];
  port.onClose((reason) => reasons.push(reason));
  raw.broken = true;
  port.send({});
  expect(reasons).toEqual(['Attempting to use a disconnected port object']);
});

test('who asks late for the close is told at once', () => {
  const raw = chromePort();
  const port = runtimePort(raw, () => 'gone');
  raw.drop();
  const reasons: string[] = [];
  port.onClose((reason) => reasons.push(reason));
  expect(reasons).toEqual(['gone']);
});
