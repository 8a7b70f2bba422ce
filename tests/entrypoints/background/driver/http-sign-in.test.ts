import { expect, test } from 'vitest';
import { signInFor } from '../../../../entrypoints/background/driver/http-sign-in.ts';
import { RequestHolds } from '../../../../entrypoints/background/driver/request-holds.ts';

const origin = 'https://a.example';
const credentials = { origin, username: 'clerk', password: 'pw' };

async function setUp() {
  const sent: { method: string; params: Record<string, unknown>; sessionId: string | undefined }[] = [];
  const requests = new RequestHolds({
    async send(method, params, sessionId) {
      sent.push({ method, params, sessionId });
    },
    children: () => ['child'],
  });
  const signIn = await signInFor(requests, credentials);
  const hear = (method: string, params: unknown, sessionId?: string): void =>
    requests.heard(sessionId, method, params);
  const asked = (networkId: string, url: string, challenge: object = {}) =>
    hear('Fetch.authRequired', {
      requestId: `i-${networkId}`,
      networkId,
      request: { url },
      authChallenge: {
        source: 'Server',
        origin: new URL(url).origin,
        scheme: 'basic',
        realm: 'r',
        ...challenge,
      },
    });
  const answers = () =>
    sent
      .filter(({ method }) => method === 'Fetch.continueWithAuth')
      .map(({ params }) => params['authChallengeResponse']);
  return { signIn, sent, hear, asked, answers };
}

test('only requests to the one origin are held back, and each goes on', async () => {
  const { sent, hear } = await setUp();
  expect(sent[0]).toMatchObject({
    method: 'Fetch.enable',
    params: { handleAuthRequests: true, patterns: [{ urlPattern: 'https://a.example/*' }] },
  });
  hear('Fetch.requestPaused', { requestId: '7', request: { url: `${origin}/x` } }, 'child');
  await expect
    .poll(() => sent.at(-1))
    .toEqual({
      method: 'Fetch.continueRequest',
      params: { requestId: '7' },
      sessionId: 'child',
    });
});

test('a question of the origin is answered once, and asked again it is refused for good', async () => {
  const { signIn, asked, answers } = await setUp();
  expect(signIn.state()).toBe('not-asked');
  asked('1', `${origin}/x`);
  expect(signIn.state()).toBe('accepted');
  asked('1', `${origin}/x`);
  asked('2', `${origin}/y`);
  expect(signIn.state()).toBe('refused');
  expect(answers()).toEqual([
    { response: 'ProvideCredentials', username: 'clerk', password: 'pw' },
    { response: 'CancelAuth' },
    { response: 'CancelAuth' },
  ]);
});

test.each([
  ['another origin', 'https://b.example/x', {}],
  ['another port', 'https://a.example:8443/x', {}],
  ['plain http', 'http://a.example/x', {}],
  ['a proxy', `${origin}/x`, { source: 'Proxy' }],
  ['an origin that asks in the name of another', `${origin}/x`, { origin: 'https://b.example' }],
  ['nobody that can be read', `${origin}/x`, { origin: '' }],
])('%s is given nothing', async (_who, url, challenge) => {
  const { asked, answers, signIn } = await setUp();
  asked('1', url, challenge);
  expect(answers()).toEqual([{ response: 'Default' }]);
  expect(signIn.state()).toBe('not-asked');
});

test('once it has stopped, nothing is given any more, in no session', async () => {
  const { signIn, sent, asked, answers } = await setUp();
  await signIn.stop();
  expect(sent.filter(({ method }) => method === 'Fetch.disable').map(({ sessionId }) => sessionId)).toEqual([
    undefined,
    'child',
  ]);
  asked('1', `${origin}/x`);
  expect(answers()).toEqual([{ response: 'Default' }]);
});
