import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { extensionId, extensionKey } from '../../shared/extension-id.ts';

test('the id is the one that Chrome derives from the key', () => {
  const digest = createHash('sha256').update(Buffer.from(extensionKey, 'base64')).digest('hex');
  const letters = Array.from(digest.slice(0, 32), (digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 16)),
  );
  expect(extensionId).toBe(letters.join(''));
});
