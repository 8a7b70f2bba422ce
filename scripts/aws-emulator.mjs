// The emulator of Step Functions and S3 that the tests of jobs and artefacts run against: LocalStack's own program in a
// virtual environment of Python in the user's cache folder, without Docker. It is made once, when a test first asks.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, run, say } from './toolchain.mjs';

/** What each Python can run; the second list names packages whose newer versions LocalStack does not work with. */
const editions = [
  { python: [3, 13], packages: ['localstack-core[runtime]==2026.3.0'] },
  { python: [3, 10], packages: ['localstack-core[runtime]==4.9.2'] },
];
const bounds = ['cbor2<6', 'pyopenssl<26', 'service_identity==24.2.0'];
const commands = ['python3.13', 'python3.14', 'python3', 'python3.12', 'python3.11', 'python'];

function versionOf(command) {
  const code = 'import sys; print(sys.version_info[0], sys.version_info[1])';
  const asked = spawnSync(command, ['-c', code], { encoding: 'utf8' });
  const [major, minor] = (asked.stdout ?? '').trim().split(' ').map(Number);
  return asked.status === 0 && Number.isInteger(minor) ? [major, minor] : null;
}

function isAtLeast([major, minor], [wantedMajor, wantedMinor]) {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** A Python and what it can run, the newest edition first; null where there is none. */
function chosenPython() {
  const found = commands.flatMap((command) => {
    const version = versionOf(command);
    return version === null ? [] : [{ command, version }];
  });
  for (const { python, packages } of editions) {
    const fit = found.find(({ version }) => isAtLeast(version, python));
    if (fit !== undefined) return { ...fit, packages: [...packages, ...bounds] };
  }
  return null;
}

/**
 * Path of the Python that holds the emulator. Throws, saying what is missing, where there is no Python or its packages
 * cannot be had.
 */
export async function ensureAwsEmulator() {
  const chosen = chosenPython();
  if (chosen === null) {
    throw new Error(
      'Python 3.10 or newer is missing: the tests of jobs against Step Functions cannot run without it.',
    );
  }
  const { command, version, packages } = chosen;
  const digest = createHash('sha256')
    .update(JSON.stringify([version, packages]))
    .digest('hex');
  const folder = join(cacheFolder(), `aws-emulator-${digest.slice(0, 16)}`);
  const python = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const stamp = join(folder, '.complete');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return python;
  say(`Setting up the emulator of Step Functions and S3 with Python ${version.join('.')} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = await run(command, ['-m', 'venv', folder]);
  if (made !== 0)
    throw new Error(
      `${command} cannot make a virtual environment (on Debian: apt-get install python3-venv).`,
    );
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-compile'];
  const installed = await run(python, ['-m', 'pip', 'install', ...quiet, ...packages]);
  if (installed !== 0)
    throw new Error('The packages of the emulator could not be installed. The lines above say why.');
  writeFileSync(stamp, digest);
  return python;
}

/** The same, or null after saying loudly what is missing and what is not tested because of it. */
export async function findAwsEmulator() {
  try {
    return await ensureAwsEmulator();
  } catch (error) {
    const line = '!'.repeat(100);
    const why = error instanceof Error ? error.message : String(error);
    say(
      `${line}\n!! NOT TESTED: jobs from Step Functions, artifacts in S3 and the cloud half.\n!! ${why}\n${line}`,
    );
    return null;
  }
}
