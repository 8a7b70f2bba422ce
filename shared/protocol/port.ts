/**
 * A way to another process that carries whole messages (values that JSON can hold), in order. What arrives before
 * `onMessage` is called waits; a close that came before `onClose` is told at once. After `close` nothing more arrives.
 */
export type Port = {
  send(message: unknown): void;
  /** Called once, by the one who listens. */
  onMessage(callback: (message: unknown) => void): void;
  /** `reason` is a sentence for a log. */
  onClose(callback: (reason: string) => void): void;
  /** What was sent before still goes out. */
  close(): void;
};
