import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import lock from './runtime-lock.json' with { type: 'json' };

// What runs weights is installed only when weights are pulled: node-llama-cpp in one version, with the hash of every file of it
// and of what it needs, and without running anything of it while it is installed.

const runtimePackage = 'node-llama-cpp';
const runtimeVersion = '3.21.1';
const installMs = 900_000;
const wordsCharactersMax = 1_000;

const Manifest = z.looseObject({ version: z.string() });

/** The runtime is there, in the version that this LocalAgent works with. */
export function hasRuntime(folder: string): boolean {
  const manifest = join(folder, 'node_modules', runtimePackage, 'package.json');
  if (!existsSync(manifest)) return false;
  try {
    return Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))).version === runtimeVersion;
  } catch {
    return false;
  }
}

/** Installs the runtime with npm. */
export async function installRuntime(
  folder: string,
  signal: AbortSignal,
): Promise<Result<{ readonly version: string }>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { name, packages } = lock;
  const manifest = { name, private: true, dependencies: packages[''].dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest), { mode: 0o600 });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock), { mode: 0o600 });
  const words = await runNpm(folder, AbortSignal.any([signal, AbortSignal.timeout(installMs)]));
  if (signal.aborted)
    return failed(fault('cancelled', 'The installation was stopped.', 'Run the same command again.'));
  if (words === null && hasRuntime(folder)) return ok({ version: runtimeVersion });
  return failed(
    fault(
      'model-unavailable',
      `What runs models (${runtimePackage} ${runtimeVersion}) could not be installed: ${words ?? 'it is not there'}.`,
      'See whether npm works on this machine and can reach its registry, and run the same command again.',
    ),
  );
}

/** Null when it went well, else its last words. */
function runNpm(folder: string, signal: AbortSignal): Promise<string | null> {
  const [program, first] = npmProgram();
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], signal });
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said = `${said}${part.toString('utf8')}`.slice(-wordsCharactersMax);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : said.trim() || `npm ended with ${code}`));
  });
}

/** The npm beside the running Node, as a script of Node's own, so that no shell is needed; else the one on the path. */
function npmProgram(): readonly [string, readonly string[]] {
  const bin = dirname(process.execPath);
  const scripts = [
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = scripts.find((path) => existsSync(path));
  return script === undefined ? ['npm', []] : [process.execPath, [script]];
}
