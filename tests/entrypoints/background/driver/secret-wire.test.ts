import { expect, test } from 'vitest';
import type { PausedRequest, RequestHold } from '../../../../entrypoints/background/driver/request-holds.ts';
import { createWireJudge, SecretWires } from '../../../../entrypoints/background/driver/secret-wire.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

const standIn = 'StandInStandIn42';
const value = 'pä"s s&+\\';
const bank = 'https://bank.test';
const types = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json; charset=utf-8',
  parts: 'multipart/form-data; boundary=x',
};

type Sent = Partial<Omit<PausedRequest, 'request'>> & {
  body?: string;
  type?: string;
  method?: string;
  url?: string;
};

function paused({
  body,
  type = types.form,
  method = 'POST',
  url = `${bank}/in`,
  ...more
}: Sent): PausedRequest {
  return {
    ...{ requestId: '1', frameId: 'F', resourceType: 'XHR', sessionId: undefined, ...more },
    request: {
      ...{ url, method, headers: { 'Content-Type': type } },
      ...(body === undefined ? {} : { postDataEntries: [{ bytes: btoa(body) }] }),
    },
  };
}

function setUp(over: Partial<Parameters<typeof createWireJudge>[0]> = {}) {
  const blocked: string[] = [];
  const wire = { name: 'bank', caller: 'c', standIn, value, origins: [bank], ...over };
  const judge = createWireJudge(wire, (to) => void blocked.push(to));
  const sent = (one: Sent): string | null => {
    const decision = judge(paused(one));
    return decision?.kind === 'send' ? Buffer.from(decision.postData, 'base64').toString('utf8') : null;
  };
  return { judge, blocked, sent };
}

test('the value goes into the body in the encoding of its type', () => {
  expect(setUp().sent({ body: `u=a&p=${standIn}` })).toBe(`u=a&${new URLSearchParams({ p: value })}`);
  const json = setUp().sent({ body: `{"p":"${standIn}"}`, type: types.json });
  expect(JSON.parse(json ?? '')).toEqual({ p: value });
  const parts = setUp().sent({ body: `--x\r\n\r\n${standIn}\r\n--x--`, type: types.parts });
  expect(parts).toContain(`\r\n${value}\r\n`);
});

test.each<[string, Sent]>([
  ['another origin', { body: `p=${standIn}`, url: 'https://evil.test/' }],
  ['another port', { body: `p=${standIn}`, url: `${bank}:8443/` }],
  ['an address', { method: 'GET', url: `${bank}/?q=${standIn}` }],
  ['an image of another site', { method: 'GET', url: `https://evil.test/${standIn}.png` }],
  ['a body of no known type', { body: standIn, type: 'application/octet-stream' }],
  ['a header', { type: `x/${standIn}` }],
])('what carries the stand-in in or to %s is not sent, and is told', (_what, one) => {
  const { judge, blocked } = setUp();
  expect(judge(paused(one))).toEqual({ kind: 'fail' });
  expect(blocked).toHaveLength(1);
});

test('the value is given once', () => {
  const { judge, sent, blocked } = setUp();
  expect(sent({ body: `p=${standIn}` })).not.toBeNull();
  expect(judge(paused({ body: `p=${standIn}`, requestId: '2' }))).toEqual({ kind: 'fail' });
  expect(blocked).toHaveLength(1);
});

test('a redirect that would repeat the body elsewhere is not followed', () => {
  const { judge, sent } = setUp();
  sent({ body: `p=${standIn}` });
  const on = { requestId: '2', redirectedRequestId: '1', body: 'p=real' };
  expect(judge(paused({ ...on, url: `${bank}/next` }))).toBeNull();
  const away = { requestId: '3', redirectedRequestId: '2', body: 'p=real', url: 'https://evil.test/' };
  expect(judge(paused(away))).toEqual({ kind: 'fail' });
});

test('requests without the stand-in are none of its business', () => {
  const { judge, blocked } = setUp();
  expect(judge(paused({ body: 'p=x', url: 'https://evil.test/' }))).toBeNull();
  expect(judge(paused({ method: 'GET', url: 'https://evil.test/' }))).toBeNull();
  expect(blocked).toEqual([]);
});

test('a worker that comes after has no value, and lets nothing with the stand-in through', async () => {
  const session = fakeStorage();
  const holds: RequestHold[] = [];
  const parts = {
    session,
    hold: async (_tab: number, hold: RequestHold) => {
      holds.push(hold);
      return async () => undefined;
    },
    onBlocked: () => undefined,
  };
  const given = await new SecretWires(parts).begin(7, { name: 'bank', caller: 'c', value, origins: [bank] });
  expect(given).toMatch(/^[A-Za-z0-9]{12,}$/);
  expect(JSON.stringify([...session.items])).not.toContain('pä');
  const body = paused({ body: `p=${given}` });
  await new SecretWires(parts).load();
  expect(holds).toHaveLength(2);
  expect(await holds[1]?.onPaused?.(body)).toEqual({ kind: 'fail' });
  expect(await holds[0]?.onPaused?.(body)).toMatchObject({ kind: 'send' });
});
