import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { WorkerHealth } from './health.ts';

const askMs = 5_000;
const answerBytesMax = 100_000;

/** The sockets of workers in a data folder's `run`; one whose worker is gone answers nothing. On Windows: that of the profile. */
export function healthSockets(runFolder: string, ofProfile: string): readonly string[] {
  if (process.platform === 'win32') return [ofProfile];
  try {
    return readdirSync(runFolder, { withFileTypes: true })
      .filter((entry) => entry.isSocket() && entry.name.startsWith('worker-'))
      .map(({ name }) => join(runFolder, name))
      .sort();
  } catch {
    // No folder yet: nothing ever ran.
    return [];
  }
}

/** What the worker at a socket says of itself; null: nobody answers there. */
export function askHealth(socketPath: string): Promise<WorkerHealth | null> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/health', timeout: askMs }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text = (text + part).slice(0, answerBytesMax);
      });
      answer.on('end', () => resolve(healthOf(text)));
      answer.on('error', () => resolve(null));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(null));
    asked.end();
  });
}

function healthOf(text: string): WorkerHealth | null {
  try {
    return WorkerHealth.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
