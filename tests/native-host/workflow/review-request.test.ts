import { expect, test } from 'vitest';
import { reviewRequest } from '../../../native-host/workflow/review-request.ts';

const facts = {
  id: 'read-orders',
  version: '1.1.0',
  title: 'Orders](https://evil.example) # of a month',
  file: '/home/anna/.localagent/templates/read-orders.yaml',
  hash: 'a'.repeat(64),
  at: '2026-06-01T00:00:00.000Z',
  plan: {
    sites: ['https://shop.example.com'],
    secrets: ['password'],
    flows: [],
    steps: [
      {
        number: '1',
        id: 'open',
        title: 'Open',
        acts: [{ words: 'Open pages', bucket: 'read' as const }],
        remarks: [],
      },
    ],
    output: [],
    extraction: [],
    leaves: [],
  },
  against: 'read-orders 1.0.0',
  changes: [{ weight: 'reach' as const, text: 'sites: + https://shop.example.com' }],
};

test('a reviewer is told file and hash, what it reaches, what is new, and how to sign it', () => {
  const page = reviewRequest(facts);
  for (const part of [
    facts.file,
    facts.hash,
    'read: Open pages',
    'It may do more, or elsewhere',
    'template sign',
  ])
    expect(page).toContain(part);
});

test('a title is text on the page and neither a link nor a heading', () => {
  expect(reviewRequest(facts)).toContain('Orders\\](https://evil.example) \\# of a month');
});

test('without an older version all of it is new', () => {
  expect(reviewRequest({ ...facts, against: null, changes: [] })).toContain('All of it');
});

test('what leaves the machine stands among what it may reach', () => {
  const plan = {
    ...facts.plan,
    extraction: [{ field: 'stamp', words: 'read in the cloud, in a picture' }],
    leaves: ['the picture of step slip, for stamp'],
  };
  const page = reviewRequest({ ...facts, plan });
  const [, reach = ''] = page.split('## What it may reach');
  expect(reach.split('## What it does')[0]).toContain(
    'Leaves the machine with a job: the picture of step slip',
  );
  expect(page).toContain('Value stamp: read in the cloud, in a picture');
});
