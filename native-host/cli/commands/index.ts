import type { Command } from '../command.ts';
import { call } from './call.ts';
import { config } from './config.ts';
import { cron } from './cron.ts';
import { doctor } from './doctor.ts';
import { install, uninstall } from './install.ts';
import { ledger } from './ledger.ts';
import { mcp } from './mcp.ts';
import { model } from './model.ts';
import { pause } from './pause.ts';
import { policy } from './policy.ts';
import { profile } from './profile.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';
import { run } from './run.ts';
import { secrets } from './secrets.ts';
import { start, status } from './status.ts';
import { stop } from './stop.ts';
import { template } from './template.ts';
import { tools } from './tools.ts';
import { worker } from './worker.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  run,
  report,
  template,
  model,
  mcp,
  worker,
  cron,
  secrets,
  policy,
  ledger,
  install,
  uninstall,
  doctor,
  status,
  start,
  stop,
  pause,
  resume,
  profile,
  tools,
  call,
  config,
];
