import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repairProposals } from '../../../native-host/runs/write-repairs.ts';
import { applyProposal } from '../../../native-host/workflow/apply-proposal.ts';
import type { Repair } from '../../../shared/fingerprint.ts';
import type { RunView } from '../../../shared/run.ts';
import { compileText, valueIn } from './shipped.ts';

const text = `# What it is for.
id: small
version: 1.4.9
title: Small job
description: For tests.
sites: ["https://a.example.com"]
steps:
  - id: round
    title: Go round
    for_each: { max: 3 }
    steps:
      # The button.
      - { id: press, title: Press, tool: click, args: { selector: '#old' }, buckets: [write], if: { value: 1, equals: 1 } }
review: { state: reviewed, by: somebody, at: "2026-06-30", signature: abc }
`;
const repair: Repair = {
  ...{ step_id: 'press', place: 'selector', was: '#old', now: 'role=button[name="New"]', how: 'model' },
  ...{ target: 'button "New"', evidence: ['it is called the same'] },
};
const before = [{ tool: 'click' as const, args: { selector: '#more' }, title: 'Open button "More"' }];

function proposalOf(...repairs: Repair[]) {
  const run: RunView = {
    ...{
      run_id: '20260630-101500-4f2a9c1b',
      template: { id: 'small', version: '1.4.9', title: 'Small job' },
    },
    ...{
      profile: null,
      status: 'succeeded',
      parameters: {},
      steps: [],
      output: null,
      files: [],
      fault: null,
    },
    ...{ started_at: '2026-06-30T10:15:00.000Z', ended_at: null, report: null, repairs },
  };
  const [proposal] = repairProposals(run);
  if (proposal === undefined) throw new Error('a run with repairs proposes something');
  return proposal;
}

test('the new selector comes first, the old one stays, and the version is a draft without signature', () => {
  const applied = valueIn(applyProposal(text, proposalOf(repair)));
  const { steps, version, review } = parse(applied.text);
  expect(steps[0].steps[0].args.selector).toEqual(['role=button[name="New"]', '#old']);
  expect([version, applied.version, review]).toEqual(['1.4.10', '1.4.10', { state: 'draft' }]);
  expect(applied.text).toContain('# What it is for.');
  expect(applied.text).toContain('# The button.');
  expect(compileText(applied.text).ok).toBe(true);
});

test('what had to be opened becomes a step before it, under the same condition', () => {
  const applied = valueIn(applyProposal(text, proposalOf({ ...repair, before })));
  const [opens, press] = parse(applied.text).steps[0].steps;
  expect(opens).toEqual({
    ...{ id: 'press_before_1', title: 'Open button "More"', if: { value: 1, equals: 1 } },
    ...{ tool: 'click', args: { selector: '#more' }, buckets: ['write'] },
  });
  expect(press.id).toBe('press');
  expect(compileText(applied.text).ok).toBe(true);
});

test('the last repair of a place is what is proposed, told as a difference', () => {
  const proposal = proposalOf({ ...repair, now: '#first' }, { ...repair, before });
  expect(proposal.repairs).toHaveLength(1);
  expect(proposal.diff).toEqual([
    '+ before press: Open button "More" (#more)',
    '- press.selector: #old',
    '+ press.selector: role=button[name="New"]',
  ]);
});

test.each([
  ['of another version', text.replace('1.4.9', '1.5.0'), repair],
  ['of a step that comes from elsewhere', text, { ...repair, step_id: 'enter_form' }],
  ['of a place that the step has not', text, { ...repair, place: 'button' }],
  ['that no file can hold', text, { ...repair, now: '#old' }],
])('a proposal %s is refused', (_what, file, one) => {
  expect(applyProposal(file, proposalOf(one))).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});

test('a template in JSON stays JSON', () => {
  const applied = valueIn(applyProposal(JSON.stringify(parse(text)), proposalOf(repair)));
  expect(JSON.parse(applied.text)).toMatchObject({ version: '1.4.10' });
});
