import { expect, test } from 'vitest';
import { questionOf } from '../../../native-host/policy/question-of.ts';
import { PolicyQuestion } from '../../../shared/policy-question.ts';

const of = (asked: Readonly<Record<string, unknown>>) => questionOf(PolicyQuestion.parse(asked));

test('what is left out is a call of a workflow that somebody watches', () => {
  expect(of({ tool: 'click', url: 'https://a.test' })).toEqual({
    ok: true,
    value: {
      caller: { kind: 'workflow', id: 'workflow', unattended: false },
      ...{ tool: 'click', bucket: 'write', resource: { kind: 'site', url: 'https://a.test' } },
      ...{ frame_url: null, target: null, template: null, secret_used: false, mode: 'NORMAL' },
      ...{ tainted: false, sources: [], granted: false },
    },
  });
});

test('a target whose name says so makes it a deletion, where the tool can delete', () => {
  const bucket = (asked: Readonly<Record<string, unknown>>) => {
    const question = of(asked);
    return question.ok ? question.value.bucket : question.fault.code;
  };
  expect(bucket({ tool: 'click', target: 'Rechnung löschen' })).toBe('delete');
  expect(bucket({ tool: 'get_text', target: 'Delete' })).toBe('read');
  expect(bucket({ tool: 'click', target: 'Delete', bucket: 'write' })).toBe('write');
  expect(bucket({ tool: 'click', bucket: 'admin' })).toBe('bad-arguments');
});

test('a source makes it tainted, and neither place is the browser itself', () => {
  expect(of({ tool: 'fill', sources: ['https://a.test'] })).toMatchObject({
    value: { tainted: true, resource: { kind: 'none' } },
  });
  expect(of({ tool: 'save_file', folder: '~/a' })).toMatchObject({ value: { resource: { kind: 'folder' } } });
});

test('a question that makes no sense is told with what would', () => {
  expect(of({ tool: 'clik' })).toMatchObject({ fault: { hint: expect.stringContaining('click') } });
  expect(of({ tool: 'click', url: 'https://a.test', folder: '~/a' })).toMatchObject({ ok: false });
  expect(PolicyQuestion.safeParse({ tool: 'click', urls: 'x' }).success).toBe(false);
});
