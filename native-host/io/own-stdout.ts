import { Console } from 'node:console';
import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

// Imported before anything else by the program whose standard output carries frames: a single stray byte there makes
// the browser close the port. From here on everything that prints, prints to standard error, and only `frameOutput`
// reaches standard output. It is a stream of its own because `process.stdout` would block on a full pipe.

/** The one way to standard output. */
export const frameOutput: Writable = openOutput();

Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
globalThis.console = new Console(process.stderr, process.stderr);
// The browser may have closed standard error; what is printed is then lost, and nothing else.
process.stderr.on('error', () => {});

function openOutput(): Writable {
  const stats = fstatSync(1);
  if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true });
  // A terminal or a file: somebody started the program by hand.
  return createWriteStream('', { fd: 1 });
}
