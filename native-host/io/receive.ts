import type { Duplex } from 'node:stream';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

/**
 * The next `count` bytes of a stream, and not one more: what came with them stays for the next reader, and the stream
 * is paused afterwards. Ends with a fault when the stream closes (`browser-gone`) or the signal fires (`timeout`).
 * What waits meanwhile is bounded by the stream's own buffer.
 */
export function receive(stream: Duplex, count: number, signal: AbortSignal): Promise<Result<Buffer>> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const finish = (result: Result<Buffer>): void => {
      stream.pause();
      stream.off('data', take).off('end', lose).off('close', lose).off('error', lose);
      signal.removeEventListener('abort', expire);
      resolve(result);
    };
    const take = (part: Buffer): void => {
      parts.push(part);
      length += part.length;
      if (length < count) return;
      const bytes = Buffer.concat(parts, length);
      // Paused first: an unshift into a flowing stream would be read again at once.
      stream.pause();
      if (length > count) stream.unshift(bytes.subarray(count));
      finish(ok(bytes.subarray(0, count)));
    };
    const lose = (): void =>
      finish(failed(fault('browser-gone', 'The other side closed the connection.', 'Try again.')));
    const expire = (): void =>
      finish(failed(fault('timeout', 'The other side did not answer in time.', 'Try again.')));
    if (signal.aborted) return expire();
    if (stream.destroyed || stream.readableEnded) return lose();
    stream.on('data', take).on('end', lose).on('close', lose).on('error', lose);
    signal.addEventListener('abort', expire, { once: true });
    stream.resume();
  });
}
