import { expect, test } from 'vitest';
import { permitMismatch, placeMismatch } from '../../../../entrypoints/background/driver/permit-check.ts';
import type { PageInfo, TargetDescription } from '../../../../shared/actions.ts';

const page: PageInfo = {
  page: 't1',
  url: 'https://a.example/',
  title: '',
  origin: 'https://a.example',
  document_id: 'D1',
  active: true,
  owned: false,
};
const target: TargetDescription = {
  ref: 'e1',
  frame: { id: 0, url: page.url, origin: page.origin, document_id: 'D1' },
  role: 'button',
  name: 'Send',
  tag: 'button',
  input_type: null,
  href: null,
  form: null,
  editable: false,
  sensitive: false,
  fingerprint: 'F',
};
const permit = {
  ticket: '8b54baf4-9ea4-4a7b-a36a-b49702a70af6',
  tool: 'click',
  args_hash: 'H',
  page: 't1',
  document_id: 'D1',
  origin: 'https://a.example',
  targets: [{ ref: 'e1', fingerprint: 'F', frame_document_id: 'D1', frame_origin: 'https://a.example' }],
  expires_at: 1000,
};
const call = { tool: 'click', argsHash: 'H', now: 999 };

test('the act that was judged passes', () => {
  expect(permitMismatch(permit, call)).toBeNull();
  expect(placeMismatch(permit, page, [target])).toBeNull();
});

test.each([
  ['another tool', { tool: 'hover' }],
  ['other arguments', { argsHash: 'H2' }],
  ['the last moment', { now: 1000 }],
  ['too late', { now: 5000 }],
])('%s does not', (_what, change) => {
  expect(permitMismatch(permit, { ...call, ...change })?.code).toBe('permit-mismatch');
});

test.each([
  ['another page', { ...page, page: 't2' }, [target]],
  ['no page', null, [target]],
  ['another document at the same address', { ...page, document_id: 'D2' }, [target]],
  ['another site', { ...page, origin: 'https://b.example' }, [target]],
  ['no target', page, []],
  ['one target more', page, [target, target]],
  ['another element', page, [{ ...target, ref: 'e2' }]],
  ['the element under another name', page, [{ ...target, fingerprint: 'G' }]],
  ['a frame that has navigated', page, [{ ...target, frame: { ...target.frame, document_id: 'D9' } }]],
  ['a frame of another site', page, [{ ...target, frame: { ...target.frame, origin: 'null' } }]],
])('%s does not either', (_what, found, targets) => {
  expect(placeMismatch(permit, found, targets)?.code).toBe('permit-mismatch');
});

test('a permit without page is for a call without page', () => {
  const pageless = { ...permit, page: null, document_id: null, origin: null, targets: [] };
  expect(placeMismatch(pageless, null, [])).toBeNull();
  expect(placeMismatch(pageless, page, [])?.code).toBe('permit-mismatch');
});
