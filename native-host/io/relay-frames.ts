import type { Duplex, Readable, Writable } from 'node:stream';
import type { Result } from '../../shared/faults.ts';
import { createFrameSplitter } from '../../shared/protocol/frame.ts';

/** Frames that wait for the handshake. The browser waits when it has sent more. */
const waitingBytesMax = 4_000_000;
/** What was passed on before the end gets this long to go out. */
const flushMs = 500;

export type RelayEnds = Readonly<{
  /** From the browser. */
  input: Readable;
  /** To the browser. */
  output: Writable;
  /** Opens the stream to the authority, paused, both ends proven. */
  connect(): Promise<Result<Duplex>>;
  /** One line for a person who looks. */
  log(line: string): void;
}>;

/**
 * Passes whole frames both ways, looking at nothing but their lengths, until one side ends; gives the exit code: 0 when
 * the browser ended it, 1 for a lost or unreachable authority or a wrong frame. Frames of a browser that has ended
 * before the authority was reached are dropped: whoever sent them is gone, and nobody would hear what became of them.
 */
export function relayFrames(ends: RelayEnds): Promise<number> {
  return new Relay(ends).code;
}

class Relay {
  /** Resolves once everything that could go out is out. */
  readonly code: Promise<number>;
  readonly #ends: RelayEnds;
  readonly #resolve: (code: number) => void;
  #authority: Duplex | null = null;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #ended = false;

  constructor(ends: RelayEnds) {
    const code = Promise.withResolvers<number>();
    this.code = code.promise;
    this.#resolve = code.resolve;
    this.#ends = ends;
    this.#listen();
    void ends.connect().then(
      (stream) => {
        if (stream.ok) void this.#join(stream.value);
        else this.#end(1, `${stream.fault.message} ${stream.fault.hint}`);
      },
      (error: unknown) => this.#end(1, `LocalAgent cannot be reached: ${String(error)}.`),
    );
  }

  #listen(): void {
    const { input, output } = this.#ends;
    const splitter = createFrameSplitter();
    input.on('data', (bytes: Buffer) => {
      for (const frame of splitter.push(bytes)) {
        if (this.#ended) return;
        if (frame.ok) this.#forward(frame.value);
        else this.#end(1, `From the browser: ${frame.fault.message}`);
      }
    });
    input.on('end', () => this.#end(0, null));
    input.on('error', (error) => this.#end(1, `The browser's side failed: ${error.message}.`));
    output.on('error', () => this.#end(0, null));
  }

  async #join(stream: Duplex): Promise<void> {
    const { input, output } = this.#ends;
    stream.on('error', (error) => this.#end(1, `The connection to LocalAgent failed: ${error.message}.`));
    // An end of the input that is there already is seen within two turns.
    await turn();
    await turn();
    if (this.#ended) {
      stream.destroy();
      return;
    }
    this.#authority = stream;
    stream.on('drain', () => input.resume());
    stream.on('end', () => this.#end(1, 'LocalAgent ended the connection.'));
    stream.on('close', () => this.#end(1, 'LocalAgent ended the connection.'));
    pass(stream, output, (line) => this.#end(1, line));
    for (const frame of this.#waiting) this.#forward(frame);
    this.#waiting = [];
    if (!stream.writableNeedDrain) input.resume();
  }

  #forward(frame: Uint8Array): void {
    const { input } = this.#ends;
    if (this.#authority !== null) {
      if (!this.#authority.write(frame)) input.pause();
      return;
    }
    this.#waiting.push(frame);
    this.#waitingBytes += frame.length;
    if (this.#waitingBytes > waitingBytesMax) input.pause();
  }

  #end(code: number, line: string | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    if (line !== null) this.#ends.log(line);
    this.#ends.input.pause();
    const flushed = [finished(this.#authority), finished(this.#ends.output)];
    void Promise.all(flushed).then(() => this.#resolve(code));
  }
}

/** From the authority to the browser, as fast as the browser reads. */
function pass(stream: Duplex, output: Writable, fail: (line: string) => void): void {
  const splitter = createFrameSplitter();
  stream.on('data', (bytes: Buffer) => {
    for (const frame of splitter.push(bytes)) {
      if (!frame.ok) return fail(`From LocalAgent: ${frame.fault.message}`);
      if (!output.write(frame.value)) stream.pause();
    }
  });
  output.on('drain', () => stream.resume());
  stream.resume();
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function finished(stream: Writable | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null || stream.destroyed) return resolve();
    const giveUp = setTimeout(resolve, flushMs);
    stream.end(() => {
      clearTimeout(giveUp);
      resolve();
    });
  });
}
