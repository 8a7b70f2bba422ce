import { expect, test } from 'vitest';
import { editTemplateText } from '../../../native-host/workflow/edit-template-text.ts';

const text = `id: read-orders
# Who asked for it: purchasing.
sites: ["https://shop.example.com"]
steps:
  - id: open # the front page
    tool: navigate
  - id: read
    tool: get_text
`;

function edited(...edits: Parameters<typeof editTemplateText>[1]): string {
  const done = editTemplateText(text, edits);
  if (!done.ok) throw new Error(done.fault.message);
  return done.value;
}

test('a value is set where it stands, and comments stay', () => {
  const after = edited({ op: 'set', path: ['steps', 1, 'tool'], value: 'extract_table' });
  expect(after).toContain('tool: extract_table');
  expect(after).toContain('# Who asked for it: purchasing.');
  expect(after).toContain('# the front page');
});

test('a member that is not there is made, with what it lies in', () => {
  expect(edited({ op: 'set', path: ['parameters', 'month', 'type'], value: 'month' })).toContain(
    'parameters:\n  month:\n    type: month',
  );
});

test('steps are put in, moved and taken out', () => {
  const step = { id: 'wait', tool: 'wait' };
  const after = edited(
    { op: 'insert', path: ['steps'], index: 1, value: step },
    { op: 'move', path: ['steps'], from: 0, to: 2 },
    { op: 'remove', path: ['steps', 1] },
  );
  expect(after.match(/id: \w+/g)).toEqual(['id: read', 'id: wait', 'id: open']);
});

test('a whole value makes a text out of nothing', () => {
  expect(editTemplateText('', [{ op: 'set', path: [], value: { id: 'new' } }])).toEqual({
    ok: true,
    value: 'id: new\n',
  });
});

test('JSON stays JSON', () => {
  const done = editTemplateText('{ "id": "a" }', [{ op: 'set', path: ['id'], value: 'b' }]);
  expect(done).toEqual({ ok: true, value: '{\n  "id": "b"\n}\n' });
});

test.each([
  { op: 'remove', path: ['steps', 7] },
  { op: 'move', path: ['steps'], from: 0, to: 5 },
  { op: 'insert', path: ['id'], index: 0, value: 1 },
  { op: 'set', path: ['id', 'deeper'], value: 1 },
] as const)('what leads nowhere changes nothing: $op at $path', (edit) => {
  expect(editTemplateText(text, [{ ...edit, path: [...edit.path] }])).toMatchObject({ ok: false });
});

test('a text that is no YAML is left to be mended by hand', () => {
  expect(editTemplateText('a: [', [{ op: 'remove', path: ['a'] }])).toMatchObject({ ok: false });
});
