/** Milliseconds after the last door closed until what waits counts as denied: a panel that is drawn anew is back by then. */
const graceMs = 2_500;
/** The same for a browser that is lost: its worker may have died, and is back with the panel. */
const lostMs = 45_000;

type Door = { open: number; closing: NodeJS.Timeout | undefined };

/**
 * Where a person can answer at present: open panels, terminals, MCP clients that can ask. Once there was one and the last has
 * closed, `onNone` is called. Where there never was one, a question waits for one to open until its time is up.
 */
export class AnswerDoors {
  readonly #doors = new Map<string, Door>();
  readonly #onNone: () => void;
  #last: NodeJS.Timeout | undefined;

  constructor(onNone: () => void) {
    this.#onNone = onNone;
  }

  /** How many doors of that name are open now. */
  set(name: string, open: number): void {
    const before = this.#total;
    clearTimeout(this.#doors.get(name)?.closing);
    if (open > 0) this.#doors.set(name, { open, closing: undefined });
    else this.#doors.delete(name);
    if (this.#total > 0) {
      clearTimeout(this.#last);
      this.#last = undefined;
    } else if (before > 0) this.#last = setTimeout(this.#onNone, graceMs);
  }

  /** The connection behind it is lost, and may come back. */
  lost(name: string): void {
    const door = this.#doors.get(name);
    if (door === undefined) return;
    clearTimeout(door.closing);
    door.closing = setTimeout(() => this.set(name, 0), lostMs);
  }

  close(): void {
    clearTimeout(this.#last);
    for (const { closing } of this.#doors.values()) clearTimeout(closing);
    this.#doors.clear();
  }

  get #total(): number {
    return [...this.#doors.values()].reduce((sum, { open }) => sum + open, 0);
  }
}
