/** How often a process is looked for. */
const lookMs = 250;

export type Watch = { readonly signal: AbortSignal; end(): void };

/** A signal that fires with `signal`, and once the process is seen to have ended after `graceMs`; null: nobody knows the process. */
export function untilEnded(
  { pid, graceMs }: { readonly pid: number | null; readonly graceMs: number },
  signal: AbortSignal,
): Watch {
  if (pid === null) return { signal, end: () => {} };
  const ended = new AbortController();
  const from = performance.now() + graceMs;
  const look = setInterval(() => {
    if (performance.now() >= from && !isRunning(pid)) ended.abort();
  }, lookMs);
  look.unref();
  return { signal: AbortSignal.any([signal, ended.signal]), end: () => clearInterval(look) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
