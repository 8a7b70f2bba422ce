/** Where a progress line is written; `isTTY` is true in a terminal alone. */
interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Between two drawings of the line. */
const redrawMs = 100;

/** One line that redraws itself in a terminal. In a pipe or a file it is quiet, so that a log holds the results alone. */
export const startProgressLine = (stream: ProgressStream, now: () => number = () => performance.now()) => {
  let drawnAt: number | null = null;
  return {
    show(text: string): void {
      if (stream.isTTY !== true || (drawnAt !== null && now() - drawnAt < redrawMs)) return;
      drawnAt = now();
      stream.write(`\r${text}\u001b[K`);
    },
    clear(): void {
      if (drawnAt !== null) stream.write('\r\u001b[K');
    },
  };
};
