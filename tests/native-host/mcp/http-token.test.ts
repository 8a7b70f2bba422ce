import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../native-host/io/start-error.ts';
import { httpToken } from '../../../native-host/mcp/http-token.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('the token is made once, for its owner alone, and stays', () => {
  const path = join(temporaryFolder(), 'mcp-token');
  const token = httpToken(path);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(httpToken(path)).toBe(token);
  expect(readFileSync(path, 'utf8')).toBe(`${token}\n`);
});

test('a token that others could read, or that is none, stops the start', () => {
  const path = join(temporaryFolder(), 'mcp-token');
  httpToken(path);
  chmodSync(path, 0o644);
  expect(() => httpToken(path)).toThrow(StartError);
  writeFileSync(path, 'short', { mode: 0o600 });
  chmodSync(path, 0o600);
  expect(() => httpToken(path)).toThrow(StartError);
});
