import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../shared/faults.ts';
import type { Authority, UnattendedBrowser } from './parts.ts';
import { createHostParts } from './wiring/host-parts.ts';

// A program of its own: `keep-browser PROFILE`. The first MCP client that finds no browser starts it. A browser that it starts belongs to
// no single client: it is there for as long as any MCP session is, and ends a while after the last one has. It says one line of JSON on
// standard output once the browser is up or could not be started, and nothing after it.

/** Milliseconds without any session after which the browser ends; a client that starts anew is back sooner. */
const idleMs = 15_000;
const pollMs = 2_000;

const [profile = 'unattended'] = process.argv.slice(2);
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort());
// Whoever started it has read its line and may be gone.
process.stdout.on('error', () => undefined);

process.exitCode = await keep();

async function keep(): Promise<number> {
  const parts = createHostParts(process.env);
  const launched = await parts.launch({ profile, headless: true });
  if (!launched.ok) return say({ fault: launched.fault }, 1);
  const browser = launched.value;
  const authority = await parts.connect({ start: true });
  if (!authority.ok) {
    await browser.close();
    return say({ fault: authority.fault }, 1);
  }
  say({ profile: browser.profile, notes: browser.notes }, 0);
  await untilUnused(authority.value);
  await browser.close();
  authority.value.close();
  return 0;
}

function say(
  line: Pick<UnattendedBrowser, 'profile' | 'notes'> | { readonly fault: Fault },
  code: number,
): number {
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return code;
}

async function untilUnused(authority: Authority): Promise<void> {
  void authority.closed.then(() => ended.abort());
  let unusedSince = Date.now();
  while (!ended.signal.aborted && Date.now() - unusedSince < idleMs) {
    const answer = await authority.call('mcp.sessions', {});
    if (answer.ok && answer.value.sessions.length > 0) unusedSince = Date.now();
    // Aborted: the loop ends by itself.
    await pause(pollMs, undefined, { signal: ended.signal }).catch(() => undefined);
  }
}
