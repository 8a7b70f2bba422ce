import { expect, test } from 'vitest';
import { groupTitle } from '../../../../entrypoints/background/driver/tab-group.ts';

test('the tabs of an MCP client stand under its name, all others under the product', () => {
  expect(groupTitle('mcp-claude-code-4f2a9c')).toBe('LocalAgent: claude-code');
  expect(groupTitle('20260630-101500-4f2a9c1b')).toBe('LocalAgent');
  expect(groupTitle('client-mcp-x-4f2a9c')).toBe('LocalAgent');
});
