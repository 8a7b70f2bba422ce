import type { Port } from '../../shared/protocol/port.ts';

/** One end of a pair in memory, with what a test may look at and do besides. */
export type PairedPort = Port & {
  /** What was sent from this end, as JSON made it. */
  readonly sent: unknown[];
  /** From now on `send` throws, as a disconnected port of the browser does. */
  breakSending(): void;
};

/** Two ports that are each other's other side: in order, one turn later, and as JSON only. */
export function portPair(): [PairedPort, PairedPort] {
  const left = new End();
  const right = new End();
  left.other = right;
  right.other = left;
  return [left, right];
}

class End implements PairedPort {
  readonly sent: unknown[] = [];
  other: End | null = null;
  #onMessage: ((message: unknown) => void) | null = null;
  #onClose: ((reason: string) => void)[] = [];
  #early: unknown[] = [];
  #closed: string | null = null;
  #broken = false;

  send(message: unknown): void {
    if (this.#broken) throw new Error('Attempting to use a disconnected port object');
    if (this.#closed !== null) return;
    const copy: unknown = JSON.parse(JSON.stringify(message));
    this.sent.push(copy);
    queueMicrotask(() => this.other?.arrive(copy));
  }

  onMessage(callback: (message: unknown) => void): void {
    this.#onMessage = callback;
    for (const message of this.#early) callback(message);
    this.#early = [];
  }

  onClose(callback: (reason: string) => void): void {
    if (this.#closed === null) this.#onClose.push(callback);
    else callback(this.#closed);
  }

  close(): void {
    this.end('this side closed it.');
    queueMicrotask(() => this.other?.end('the other side closed it.'));
  }

  breakSending(): void {
    this.#broken = true;
  }

  arrive(message: unknown): void {
    if (this.#closed !== null) return;
    if (this.#onMessage === null) this.#early.push(message);
    else this.#onMessage(message);
  }

  end(reason: string): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    for (const callback of this.#onClose) callback(reason);
  }
}
