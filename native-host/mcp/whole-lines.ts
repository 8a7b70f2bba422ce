import { Transform } from 'node:stream';

const lineEnd = 0x0a;

/**
 * Passes bytes on in whole lines. The SDK's reader copies and searches all it holds with every piece that comes, so a message of several
 * megabytes, which a pipe brings in hundreds of pieces, would take it seconds; this way it gets each message at once.
 */
export function wholeLines(lineBytesMax: number): Transform {
  let waiting: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const end = piece.lastIndexOf(lineEnd) + 1;
      if (end > 0) {
        const lines = Buffer.concat([...waiting, piece.subarray(0, end)]);
        waiting = [];
        bytes = 0;
        this.push(lines);
      }
      if (end < piece.length) {
        waiting.push(piece.subarray(end));
        bytes += piece.length - end;
      }
      done(bytes > lineBytesMax ? new Error(`A message is longer than ${lineBytesMax} bytes.`) : null);
    },
    flush(done) {
      done(null, Buffer.concat(waiting));
    },
  });
}
