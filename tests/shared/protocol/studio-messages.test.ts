import { expect, test } from 'vitest';
import { sides } from '../../../shared/protocol/messages.ts';
import { recordingRequests, studioRequests } from '../../../shared/protocol/studio-messages.ts';

test('templates are written through the browser alone: no command line and no MCP client has a request for it', () => {
  const client = Object.keys(sides.authority_for_client.requests);
  expect(Object.keys(studioRequests).filter((name) => client.includes(name))).toEqual([]);
});

test.each(['../evil.yaml', 'a/b.yaml', '.hidden.yaml', 'policy.txt', 'C:\\x.yaml'])(
  'a template is saved under a file name and no path: %s',
  (file) => {
    const { params } = studioRequests['template.save'];
    expect(params.safeParse({ text: 'id: a', file, known: null }).success).toBe(false);
  },
);

test('only web addresses are recorded', () => {
  const { params } = recordingRequests['recording.start'];
  expect(params.safeParse({ url: 'http://127.0.0.1:8080/' }).success).toBe(true);
  expect(params.safeParse({ url: 'file:///etc/passwd' }).success).toBe(false);
  expect(params.safeParse({ url: 'chrome://settings' }).success).toBe(false);
});
