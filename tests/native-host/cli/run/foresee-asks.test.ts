import { expect, test } from 'vitest';
import type { TemplateCheck } from '../../../../native-host/cli/parts.ts';
import { foreseeAsks, unattendedLines } from '../../../../native-host/cli/run/foresee-asks.ts';
import { ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';

const checked: TemplateCheck = {
  id: 't',
  version: '1.0.0',
  steps: 2,
  acts: [
    { tool: 'get_text', bucket: 'read', url: 'https://a.example' },
    { tool: 'click', bucket: 'write', url: 'https://a.example' },
    { tool: 'save_file', bucket: 'admin', folder: '/reports' },
  ],
  later: ['navigate'],
  waits: ['Enter the code'],
};

test('what would have to ask is told before a template is ever run, with the reason of the rule', async () => {
  const authority = new ClientAuthority({
    'policy.explain': ({ question }: { question: { tool: string; folder?: string } }) => ({
      decision: question.tool === 'get_text' ? 'allow' : question.folder === undefined ? 'ask' : 'deny',
      reason: `About ${question.tool}.`,
      policies: [],
      bucket: 'write',
      deciding: [],
    }),
  });
  const foreseen = await foreseeAsks(checked, commandContext({ connect: async () => ok(authority) }));
  if (!foreseen.ok) throw new Error(foreseen.fault.message);
  expect(foreseen.value.refused).toEqual([
    { act: 'click (write) https://a.example', decision: 'ask', reason: 'About click.' },
    { act: 'save_file (admin) /reports', decision: 'deny', reason: 'About save_file.' },
    { act: '"Enter the code"', decision: 'ask', reason: 'It waits for a person there, and nobody is.' },
  ]);
  expect(unattendedLines(foreseen.value)).toEqual([
    'Unattended, it would be refused before its first step, since nobody is there to be asked:',
    '  asks   click (write) https://a.example: About click.',
    '  denied save_file (admin) /reports: About save_file.',
    '  asks   "Enter the code": It waits for a person there, and nobody is.',
    'Not known before it is run: where navigate would act.',
  ]);
  expect(unattendedLines({ refused: [], later: [] })).toEqual([
    'Unattended, nothing of it would have to ask.',
  ]);
});
