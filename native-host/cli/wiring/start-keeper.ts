import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Fault, failed, fault, ok, type Result } from '../../../shared/faults.ts';
import { parseJson } from '../../../shared/protocol/json.ts';
import type { UnattendedBrowser } from '../parts.ts';

const Line = z.union([
  z.strictObject({ profile: z.string(), notes: z.array(z.string()) }),
  z.strictObject({ fault: Fault }),
]);

/** Its one line; a fault with its details is in it. */
const lineBytesMax = 100_000;
const launchMs = 90_000;

/**
 * Starts a browser that outlives this process (`keep-browser.ts`): MCP clients end their servers as they like, and a browser that one of
 * them started may be in use by others. A profile that another keeper has just opened counts as started.
 */
export async function startKeeper(
  entry: string,
  profile: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<UnattendedBrowser>> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, profile], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
    windowsHide: true,
  });
  child.on('error', () => undefined);
  const said = await firstLine(child.stdout);
  child.stdout.destroy();
  child.unref();
  const value = parseJson(Buffer.from(said));
  const line = Line.safeParse(value.ok ? value.value : null);
  if (!line.success) return failed(notStarted(said));
  const started = {
    profile,
    notes: 'notes' in line.data ? line.data.notes : [],
    close: async () => undefined,
  };
  if (!('fault' in line.data)) return ok(started);
  return line.data.fault.detail?.['in_use'] === true ? ok(started) : failed(line.data.fault);
}

/** What comes before the first line end, or before the end of it all. */
function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (): void => {
      clearTimeout(late);
      resolve(text.split('\n')[0] ?? '');
    };
    const late = setTimeout(finish, launchMs);
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      text += part;
      if (text.includes('\n') || text.length > lineBytesMax) finish();
    });
    stream.on('close', finish);
    stream.on('error', finish);
  });
}

function notStarted(said: string): Fault {
  return fault('browser-gone', 'The browser could not be started.', 'Run: localagent doctor', {
    told: said.slice(0, 500),
  });
}
