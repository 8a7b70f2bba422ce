import { createFrameDecoder } from '../../../shared/protocol/frame.ts';
import { sides } from '../../../shared/protocol/messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { Port } from '../../../shared/protocol/port.ts';

export type Heard = { readonly name: string; readonly params: unknown };
export type SideName = keyof typeof sides;
export const sideNames = ['extension', 'authority_for_extension', 'authority_for_client', 'client'] as const;

const answersKept = 8;

/** Handlers for whatever the tables name, which write down what got through to them. */
const recorders = (names: readonly string[], heard: Heard[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (params: unknown) => {
        heard.push({ name, params });
        return {};
      },
    ]),
  );

/**
 * One end of a connection as the product has it: frames are decoded, messages parsed, handlers called. What a handler was
 * given stands in `heard`, what was sent back in `answers`.
 */
export const listen = (side: SideName) => {
  const heard: Heard[] = [];
  const answers: unknown[] = [];
  let deliver: (message: unknown) => void = () => {};
  const port: Port = {
    send: (message) => {
      answers.push(message);
      if (answers.length > answersKept) answers.shift();
    },
    onMessage: (listener) => {
      deliver = listener;
    },
    onClose: () => {},
    close: () => {},
  };
  const { requests, events } = sides[side];
  const peer = createPeer({
    port,
    inbound: { requests, events },
    outbound: { requests: {}, events: {} },
    // Made over the tables themselves, so each name has one; no type can say that of a loop.
    handlers: recorders(Object.keys(requests), heard) as never,
    listeners: recorders(Object.keys(events), heard) as never,
  });
  return {
    heard,
    answers,
    close: () => peer.close(),
    /** False when the frame was refused as a whole. */
    take(body: Uint8Array): boolean {
      const frame = new Uint8Array(4 + body.length);
      new DataView(frame.buffer).setUint32(0, body.length, true);
      frame.set(body, 4);
      const [decoded] = createFrameDecoder().push(frame);
      if (decoded?.ok !== true) return false;
      deliver(decoded.value);
      return true;
    },
  };
};
