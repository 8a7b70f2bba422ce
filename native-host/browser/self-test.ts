import { spawn } from 'node:child_process';
import { extensionId } from '../../shared/extension-id.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { createFrameDecoder, encodeFrame } from '../../shared/protocol/frame.ts';

/** The authority's cold start is in it. */
const answerMs = 30_000;
const saidCharactersMax = 1_000;

/**
 * Starts the launcher as the browser would and exchanges one frame with the authority behind it: a question that it
 * does not know, which every running authority answers. So paths, rights, runtime, token and socket are all tried.
 */
export function selfTest(
  launcher: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<null>> {
  return new Promise((resolve) => {
    const child = spawn(launcher, [`chrome-extension://${extensionId}/`], {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A .bat file is no program of its own.
      shell: process.platform === 'win32',
      windowsHide: true,
    });
    const decoder = createFrameDecoder();
    let said = '';
    let over = false;
    const end = (result: Result<null>): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      child.stdin.end();
      resolve(result);
    };
    const broken = (why: string): Result<null> =>
      failed(
        fault('internal', `${launcher} was started and ${why}`, said.trim() || 'Run: localagent doctor'),
      );
    const timer = setTimeout(() => {
      end(broken(`did not answer within ${answerMs / 1000} seconds.`));
      child.kill();
    }, answerMs);
    child.on('error', (error) => end(broken(`could not be run: ${error.message}.`)));
    child.on('close', (code) => end(broken(`ended with code ${code ?? 'none'} before it answered.`)));
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-saidCharactersMax);
    });
    child.stdout.on('data', (bytes: Buffer) => {
      for (const frame of decoder.push(bytes)) {
        end(frame.ok ? ok(null) : broken(`wrote something else than frames: ${frame.fault.message}`));
      }
    });
    child.stdin.write(encodeFrame({ type: 'request', id: 1, method: 'host.self-test', params: {} }));
  });
}
