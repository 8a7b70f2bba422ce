#!/usr/bin/env node
import process from 'node:process';
import { runCommandLine } from './run-command-line.ts';

// The program `localagent`. A second Ctrl+C ends it at once; the first one lets a run write its report.

const interrupted = new AbortController();
const interrupt = (): void => {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that has seen enough (`localagent ledger show | head`) is no error.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  streams: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  env: process.env,
  cwd: process.cwd(),
  interrupted: interrupted.signal,
});
