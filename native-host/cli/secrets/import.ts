import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CommandContext, Invocation } from '../command.ts';
import { CommandError, faultError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { ImportedSecrets, SecretStore } from '../parts.ts';
import { tableLines } from '../table.ts';
import { openStore } from './open-store.ts';

const fileBytesMax = 5_000_000;

type Planned = ImportedSecrets['secrets'][number] & { readonly state: 'new' | 'taken' | 'replaces' };

/** `localagent secrets import FILE`: shows names and sites, asks, then stores; a value is never shown. */
export async function importSecrets(
  file: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<void> {
  const { parts, terminal, cwd, interrupted } = context;
  const path = resolve(cwd, file);
  const found = parts.parseSecrets({
    text: readText(path),
    isEnv: /(?:^|\.)env(?:\.|$)/.test(basename(path)),
    sites: invocation.texts('site'),
  });
  if (!found.ok) throw faultError(found.fault, path);
  const store = await openStore(context);
  const planned = planOf(found.value, store, invocation.flag('replace'));
  preview(planned, found.value, context);
  const wanted = planned.filter(({ state }) => state !== 'taken');
  if (wanted.length === 0) {
    terminal.say('Nothing is left to import.');
    return;
  }
  if (!invocation.flag('yes')) {
    const answer = await terminal.ask(`Import ${wanted.length}? [y/N] `, interrupted);
    if (!/^y(?:es)?$/i.test(answer ?? '')) {
      terminal.say('Nothing was imported. Without a terminal: add --yes.');
      return;
    }
  }
  for (const { name, value, sites, line } of wanted) {
    const set = store.set(name, value, sites);
    if (!set.ok) throw faultError(set.fault, `${path}, line ${line}`);
  }
  terminal.say(`${wanted.length} imported. ${path} still holds them in plain text: delete it.`);
}

function planOf(found: ImportedSecrets, store: SecretStore, replace: boolean): readonly Planned[] {
  const known = new Set(store.list().map(({ name }) => name));
  return found.secrets.map((secret) => ({
    ...secret,
    state: known.has(secret.name) ? (replace ? 'replaces' : 'taken') : 'new',
  }));
}

const stateWords = {
  new: 'new',
  taken: 'left out: the name is taken (--replace)',
  replaces: 'replaces what is there',
} as const;

function preview(planned: readonly Planned[], found: ImportedSecrets, { terminal }: CommandContext): void {
  const told = terminal.say;
  told(`${found.source}: ${planned.length} secrets.`);
  const rows = planned.map(({ name, sites, state, line }) => [
    String(line),
    name,
    sites.join(', '),
    stateWords[state],
  ]);
  for (const line of rows.length === 0 ? [] : tableLines(['Line', 'Name', 'Sites', ''], rows)) told(line);
  for (const { line, why } of found.skipped) told(`Line ${line} is left out: ${why}.`);
}

function readText(path: string): string {
  const refuse = (what: string): never => {
    throw new CommandError(what, path, 'Name the file that was exported.', exitCode.wrong_usage);
  };
  try {
    if (statSync(path).size > fileBytesMax) return refuse('The file is too large for an export of secrets.');
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return refuse('The file cannot be read as UTF-8 text.');
  }
}
