import { expect, test } from 'vitest';
import { listTools, toldInContent } from '../../../native-host/mcp/tool-list.ts';
import { tools } from '../../../shared/tools/index.ts';

const core = listTools(new Set(['core']));
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test('what the core tools cost a model stays within ten kilobytes', () => {
  const told = core.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(bytes(told)).toBeLessThanOrEqual(10_000);
});

test('groups are offered only when they are asked for', () => {
  const names = (groups: readonly ('core' | 'more' | 'pattern')[]) =>
    listTools(new Set(groups)).map(({ name }) => name);
  expect(names(['core'])).toEqual(
    [...tools.values()].filter(({ group }) => group === 'core').map(({ name }) => name),
  );
  expect(names(['core', 'more'])).toContain('new_page');
  expect(names(['core'])).not.toContain('login');
  expect(names(['core', 'more', 'pattern'])).toHaveLength(tools.size);
});

test('schemas are closed, name every argument, and say nothing that only the gate needs', () => {
  for (const { name, inputSchema } of core) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(
      Object.keys(tools.get(name)?.input.shape ?? {}),
    );
  }
  expect(JSON.stringify(core)).not.toMatch(/\$schema|\$ref|\$defs|maxLength|9007199254740991/);
});

test('every tool but those that answer with a text or a picture has an output schema', () => {
  for (const { name, outputSchema } of core) {
    expect([name, outputSchema === undefined]).toEqual([name, toldInContent.has(name)]);
  }
});

test('annotations follow the buckets', () => {
  const of = (name: string) =>
    listTools(new Set(['core', 'more', 'pattern'])).find((tool) => tool.name === name);
  expect(of('snapshot')?.annotations).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  });
  expect(of('click')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(of('save_file')?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: false });
});
