import { parseArgs } from 'node:util';
import { type PortalOptions, startPortal } from './portal.ts';

const USAGE = `Runs the demonstration portal on this machine until it is stopped.

  node demo/main.ts --username NAME --password-env VARIABLE [options]

  --username NAME           who may sign in
  --password-env VARIABLE   environment variable that holds the password
  --port N                  port on 127.0.0.1 (default: any free one)
  --session-seconds N       life of a session (default: 1800)
  --prepare-ms N            time a report takes to prepare (default: 1000)
  --log-file FILE           append each request to FILE as a JSON line
  --help                    show this text

Once it runs it prints one line: {"origin":"http://127.0.0.1:…"}
`;

const PORT_MAX = 65_535;
const SESSION_SECONDS_MAX = 86_400;
const PREPARE_MS_MAX = 60_000;

/** Something on the command line that the person has to change. */
class UsageError extends Error {}

function readCommandLine() {
  try {
    const { values } = parseArgs({
      options: {
        username: { type: 'string' },
        'password-env': { type: 'string' },
        port: { type: 'string' },
        'session-seconds': { type: 'string' },
        'prepare-ms': { type: 'string' },
        'log-file': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readOptions(values: ReturnType<typeof readCommandLine>): PortalOptions {
  const { username, 'password-env': variable, 'log-file': logFile } = values;
  if (username === undefined || username === '')
    throw new UsageError('--username is missing: who may sign in.');
  if (variable === undefined)
    throw new UsageError('--password-env is missing: the variable with the password.');
  const password = process.env[variable];
  if (password === undefined || password === '') throw new UsageError(`The variable ${variable} is not set.`);
  return {
    username,
    password,
    port: wholeNumber('--port', values.port, 0, 0, PORT_MAX),
    sessionSeconds: wholeNumber(
      '--session-seconds',
      values['session-seconds'],
      1_800,
      1,
      SESSION_SECONDS_MAX,
    ),
    prepareMs: wholeNumber('--prepare-ms', values['prepare-ms'], 1_000, 0, PREPARE_MS_MAX),
    ...(logFile === undefined ? {} : { logFile }),
  };
}

function wholeNumber(
  flag: string,
  text: string | undefined,
  preset: number,
  min: number,
  max: number,
): number {
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not "${text}".`);
}

async function run(): Promise<void> {
  const values = readCommandLine();
  if (values.help === true) {
    process.stdout.write(USAGE);
    return;
  }
  const portal = await startPortal(readOptions(values)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`The portal cannot listen on port ${values.port ?? '0'}: ${String(error.code)}.`);
    }
    throw error;
  });
  process.stdout.write(`${JSON.stringify({ origin: portal.origin })}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void portal.close());
}

run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\nSee --help.\n`);
  process.exitCode = 2;
});
