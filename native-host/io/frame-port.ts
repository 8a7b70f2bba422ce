import type { Duplex } from 'node:stream';
import { createFrameDecoder, encodeFrame } from '../../shared/protocol/frame.ts';
import type { Port } from '../../shared/protocol/port.ts';

/** Bytes that wait to be read by the other side: a whole long message and what comes with it, no more. */
const waitingBytesMax = 100_000_000;
/** What was sent before a close gets this long to go out. */
const flushMs = 1_000;

/** A port over a stream of frames. A wrong frame, or another side that does not read, closes it with the reason. */
export function framePort(stream: Duplex): Port {
  const decoder = createFrameDecoder();
  let ended: string | null = null;
  let onMessage: ((message: unknown) => void) | null = null;
  const onClose: ((reason: string) => void)[] = [];

  const end = (reason: string): void => {
    if (ended !== null) return;
    ended = reason;
    for (const callback of onClose) callback(reason);
  };
  const breakOff = (reason: string): void => {
    end(reason);
    stream.destroy();
  };
  stream.on('data', (bytes: Buffer) => {
    for (const message of decoder.push(bytes)) {
      if (ended !== null) return;
      if (!message.ok) return breakOff(message.fault.message);
      onMessage?.(message.value);
    }
  });
  // Attaching the listener above starts the stream; it waits for the one who listens.
  stream.pause();
  stream.on('end', () => breakOff('the other side closed it.'));
  stream.on('close', () => end('it was closed.'));
  stream.on('error', (error: Error) => breakOff(`it failed: ${error.message}.`));

  return {
    send(message) {
      if (ended !== null) return;
      const frame = encodeFrame(message);
      if (stream.writableLength + frame.length > waitingBytesMax) {
        return breakOff('the other side does not read what it is sent.');
      }
      stream.write(frame);
    },
    onMessage(callback) {
      onMessage = callback;
      stream.resume();
    },
    onClose(callback) {
      if (ended === null) onClose.push(callback);
      else callback(ended);
    },
    close() {
      if (stream.destroyed) return;
      end('this side closed it.');
      stream.end();
      setTimeout(() => stream.destroy(), flushMs).unref();
    },
  };
}
