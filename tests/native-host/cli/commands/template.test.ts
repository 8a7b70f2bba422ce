import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from '../../../../native-host/cli/commands/index.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import type { HostParts, TemplateExplanation } from '../../../../native-host/cli/parts.ts';
import { fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

const plan: TemplateExplanation = {
  id: 'mine',
  version: '1.1.0',
  title: 'Mine',
  review: 'draft',
  sites: ['https://a.example.com'],
  secrets: [],
  flows: [],
  steps: [{ number: '1', id: 'go', title: 'Go', acts: [], remarks: [] }],
  output: [],
  extraction: [],
  leaves: [],
};

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'mine.yaml');
  writeFileSync(path, 'id: mine\n');
  return path;
}

async function run(words: readonly string[], typed: readonly string[] | null = null) {
  const authority = new ClientAuthority({
    'template.trust': () => ({ id: 'mine', version: '1.1.0', sha256: 'a'.repeat(64) }),
    'template.distrust': () => ({ count: 1 }),
    'template.pin': ({ version }: { version: string | null }) =>
      version === '9.9.9'
        ? fault('bad-arguments', 'There is none.', 'See.')
        : { version: version ?? '1.1.0' },
  });
  const parts: Partial<HostParts> = {
    connect: async () => ok(authority),
    explainTemplate: () => ok(plan),
  };
  const terminal = fakeTerminal(typed === null ? {} : { interactive: true, answers: [...typed] });
  const context = commandContext(parts, { terminal });
  const line = parseCommandLine(['template', ...words], commands);
  if (line.kind !== 'run') throw new Error(line.kind);
  const exit = await line.command.run(line.invocation, context).catch((error: unknown) => String(error));
  return { exit, terminal, calls: authority.calls };
}

test('a template is trusted by a person at a terminal who has seen its plan, as it was shown', async () => {
  const path = file();
  const { exit, terminal, calls } = await run(['trust', path, '--for', 'unattended'], ['yes']);
  expect(exit).toBe(0);
  expect(terminal.warned.join('\n')).toContain('Mine (mine 1.1.0, draft)');
  expect(calls).toEqual([
    { method: 'template.trust', params: { text: 'id: mine\n', file: path, reach: 'unattended' } },
  ]);
});

test.each([
  ['says nothing', ['']],
  ['says no', ['no']],
])('nothing is trusted when the person %s', async (_, typed) => {
  const { exit, calls } = await run(['trust', file()], typed);
  expect([exit, calls]).toEqual([1, []]);
});

test('without a terminal nothing is trusted or taken back', async () => {
  const { exit, calls } = await run(['trust', file()]);
  expect(exit).toContain('asked at a terminal');
  expect(calls).toEqual([]);
});

test('trust is taken back by the name of the template', async () => {
  const { terminal, calls } = await run(['trust', 'mine', '--revoke'], []);
  expect(calls).toEqual([{ method: 'template.distrust', params: { id: 'mine' } }]);
  expect(terminal.said).toEqual(['You trust "mine" no more.']);
});

test('a version is pinned, and the pin taken back', async () => {
  expect((await run(['rollback', 'mine', '1.0.0'])).terminal.said[0]).toContain(
    'now means version 1.0.0, pinned',
  );
  expect((await run(['rollback', 'mine', '--unpin'])).calls).toEqual([
    { method: 'template.pin', params: { id: 'mine', version: null } },
  ]);
  expect((await run(['rollback', 'mine'])).exit).toContain('A version is wanted');
  expect((await run(['rollback', 'mine', '9.9.9'])).exit).toContain('There is none.');
});
