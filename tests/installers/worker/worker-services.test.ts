import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { Config } from '../../../native-host/config/config.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

// Goal: what a machine starts the worker with is well formed, starts it again after a crash, and gives it the time to drain.

const folder = join(import.meta.dirname, '../../../installers/worker');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const drainSeconds = Config.parse({}).jobs.drain_seconds;
const unit = 'localagent-worker.service';

/** The settings of a unit file, by section; a line that is none is an error. */
function settingsOf(content: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of content.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const head = /^\[(\w+)\]$/.exec(line);
    const [, key, value] = /^(\w+)=(.+)$/.exec(line) ?? [];
    if (head !== null) section = head[1] ?? '';
    else if (key === undefined || value === undefined) throw new Error(`no setting: ${line}`);
    else settings.set(`${section}.${key}`, value);
  }
  return settings;
}

test('the systemd unit starts it again, ends it softly, and waits longer than it drains', () => {
  const settings = settingsOf(text(unit));
  expect(settings.get('Service.ExecStart')).toBe('/usr/bin/env localagent worker --json');
  expect(settings.get('Service.Restart')).toBe('always');
  expect(settings.get('Service.KillSignal')).toBe('SIGTERM');
  expect(Number(settings.get('Service.TimeoutStopSec'))).toBeGreaterThan(drainSeconds + 30);
  expect(settings.get('Install.WantedBy')).toBe('default.target');
});

const verify = (path: string) => {
  const runtime = temporaryFolder();
  chmodSync(runtime, 0o700);
  const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
  return spawnSync('systemd-analyze', ['verify', '--user', '--man=no', path], { encoding: 'utf8', env });
};

test('systemd itself has nothing to say about the unit, where it is installed', () => {
  const { error, status, stderr } = verify(join(folder, unit));
  // Machines without systemd, and systemd without a user's own instance, cannot tell.
  const canTell = error === undefined && !/Failed to (initialize|lookup)/.test(stderr);
  if (canTell)
    expect({ status, said: stderr.split('\n').filter((line) => line.includes(unit)) }).toEqual({
      status: 0,
      said: [],
    });
  else expect(`${error?.message ?? ''}${stderr}`).not.toBe('');
});

/** A property list's dictionary: strings, numbers, booleans and lists of strings. */
function dictionaryOf(xml: string): Readonly<Record<string, unknown>> {
  const document = new new Window().DOMParser().parseFromString(xml, 'text/xml');
  const items = [...(document.querySelector('plist > dict')?.children ?? [])];
  const readValue = (element: (typeof items)[number] | undefined): unknown => {
    switch (element?.tagName.toLowerCase()) {
      case 'string':
        return element.textContent;
      case 'integer':
        return Number(element.textContent);
      case 'true':
        return true;
      case 'array':
        return [...element.children].map(readValue);
      default:
        throw new Error(`no value: ${element?.tagName}`);
    }
  };
  const pairs = items.flatMap((key, index) =>
    index % 2 === 0 ? [[key.textContent, readValue(items[index + 1])] as const] : [],
  );
  expect(
    items.filter((_, index) => index % 2 === 0).every(({ tagName }) => tagName.toLowerCase() === 'key'),
  ).toBe(true);
  return Object.fromEntries(pairs);
}

test('the launchd agent keeps it alive and waits longer than it drains', () => {
  const agent = dictionaryOf(text('com.localagent.worker.plist'));
  expect(agent).toMatchObject({
    Label: 'com.localagent.worker',
    ProgramArguments: ['/usr/bin/env', 'localagent', 'worker', '--json'],
    RunAtLoad: true,
    KeepAlive: true,
  });
  expect(Number(agent['ExitTimeOut'])).toBeGreaterThan(drainSeconds + 30);
});

test('the task of Windows starts it at log-on, again after a crash, without a time limit and never twice', () => {
  const script = text('localagent-worker.ps1');
  const joined = script.replaceAll(/`\r?\n\s*/g, '');
  expect(joined).toContain("-Argument 'worker --json'");
  expect(joined).toMatch(/New-ScheduledTaskTrigger -AtLogOn/);
  expect(joined).toMatch(/-RestartCount \d+ -RestartInterval \(New-TimeSpan -Minutes 1\)/);
  expect(joined).toMatch(/-ExecutionTimeLimit \(\[TimeSpan\]::Zero\) -MultipleInstances IgnoreNew/);
  const brackets = [...joined].reduce((open, sign) => open + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0);
  expect(brackets).toBe(0);
});
