import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeCode } from '../../shared/tools/execute-code.ts';
import { validateCode } from '../../shared/tools/validate-code.ts';
import { type CallPlace, type Client, given, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: scripts through the real door: checked, asked about, run once, each call through the gate and in Chromium.

let rig: Rig;
let client: Client;
let site: SmallSite;

beforeAll(async () => {
  site = await serveSite({
    '/': '<title>Shop</title><h1>Orders</h1>',
    '/graphql': {
      body: JSON.stringify({ data: { orders: [{ id: 7 }] } }),
      headers: { 'content-type': 'application/json' },
    },
  });
  rig = await startRig({
    policy: ({ portal }) => {
      const sites = JSON.stringify([portal, `origin:${site.origin}`]);
      return [
        'version: 1',
        `read: { mode: allow-list, resources: ${sites} }`,
        `write: { mode: allow-list, resources: ${sites} }`,
        'delete: { mode: deny-all }',
        'admin: { mode: deny-all }',
        '',
      ].join('\n');
    },
  });
  client = await rig.client();
  const { username } = rig;
  const signedIn = await client.call('login', {
    url: rig.portal.origin,
    username,
    password: 'secret:vendor_portal',
  });
  expect(signedIn.receipt.fault).toBeNull();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

async function validate(code: string, more: Readonly<Record<string, unknown>> = {}, place: CallPlace = {}) {
  const { receipt, result } = await client.call('validate_code', { code, ...more }, place);
  expect(receipt.fault).toBeNull();
  return { receipt, result: validateCode.output.parse(result) };
}

/** Answers the next question that is open; gives what was asked. */
async function answering(answer: 'approved' | 'denied') {
  let asked: string[] = [];
  await until('a question', 20_000, async () => {
    const { approvals } = given(await client.authority.call('status.get', {}));
    const [open] = approvals;
    if (open === undefined) return false;
    asked = [open.title, ...open.acts.map(({ text }) => text)];
    const { approval_id } = open;
    given(await client.authority.call('approval.answer', { approval_id, answer }));
    return true;
  });
  return asked;
}

const lookThrough = `
  // Opens the first reports that somebody has to look at.
  await api.post('/navigate', { url: args.portal + '/reports?query=&type=&period=2026-06' });
  const table = await api.post('/extract_table', {});
  const seen = [];
  for (const row of table.rows) {
    if (seen.length >= 2) break;
    const cell = Object.keys(row).find((name) => name.endsWith('Number'));
    const number = row[cell];
    await api.post('/click', { selector: \`role=link[name="Open \${number}"]\` });
    const page = await api.get('/url');
    seen.push({ number, url: page.url });
    await api.post('/navigate', { action: 'back' });
  }
  return seen;
`;

test('a script with a loop over rows and a click is judged, asked about once, and runs once', async () => {
  const targets = [rig.portal.origin];
  const args = { portal: rig.portal.origin };
  const [{ result: checked }, asked] = await Promise.all([
    validate(lookThrough, { targets, args }),
    answering('approved'),
  ]);
  expect(checked.problems).toEqual([]);
  expect(checked).toMatchObject({ ok: true, risk: 'high', targets });
  expect(checked.normalized_code).not.toContain('//');
  expect(asked.join('\n')).toMatch(/\/click \{ selector: `role=link\[name="Open \$\{number\}"\]` \}/);
  expect(asked.join('\n')).toContain(`may use text read from ${rig.portal.origin}`);
  const click = checked.decisions.find(({ tool }) => tool === 'click');
  expect(click).toMatchObject({ decision: 'ask', policies: ['always.tainted'] });

  const { receipt, result } = await client.call('execute_code', { token: checked.token });
  expect(receipt).toMatchObject({ fault: null, domain: 'succeeded', caller: { kind: 'client' } });
  const done = executeCode.output.parse(result);
  expect(done.sources).toEqual([rig.portal.origin]);
  expect(done.value).toHaveLength(2);
  for (const row of Array.isArray(done.value) ? done.value : []) {
    const one = typeof row === 'object' && row !== null && !Array.isArray(row) ? row : {};
    expect(String(one['url'])).toBe(`${rig.portal.origin}/reports/${String(one['number'])}`);
  }
  const clicks = done.calls.filter(({ path }) => path === '/click');
  expect(clicks).toHaveLength(2);
  for (const one of clicks) {
    expect(one).toMatchObject({ tainted: true, receipt: { caller: { kind: 'code' }, fault: null } });
  }

  const again = await client.call('execute_code', { token: checked.token });
  expect(again.receipt).toMatchObject({ fault: { code: 'denied' }, verdict: { policies: ['code.token'] } });
  expect(again.result).toMatchObject({ ok: false, calls: [] });
});

test('one denied call among several: nothing runs, and the list names it', async () => {
  const origin = rig.portal.origin;
  const code = `
    await api.post('/navigate', { url: '${origin}/reports' });
    await api.post('/click', { selector: 'text=Search' });
    await api.post('/evaluate', { script: 'return 1' });
    await api.get('/url');
  `;
  const { receipt, result } = await validate(code, { targets: [origin] });
  expect(receipt).toMatchObject({ domain: 'blocked', verdict: { decision: 'deny' } });
  expect(result).toMatchObject({ ok: false, token: null });
  expect(result.problems).toMatchObject([{ line: 3, rule: 'policy' }]);
  expect(result.problems[0]?.message).toContain('"/evaluate"');
  const foreign = await validate("await api.post('/click', { selector: 'a' });", {
    targets: [origin, 'https://elsewhere.example'],
  });
  expect(foreign.result.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('https://elsewhere.example'),
  ]);
});

test('what a person says no to does not run, and unattended nobody is asked', async () => {
  const targets = [rig.portal.origin];
  const args = { portal: rig.portal.origin };
  const [{ result }] = await Promise.all([validate(lookThrough, { targets, args }), answering('denied')]);
  expect(result).toMatchObject({ ok: false, token: null, problems: [{ rule: 'approval' }] });
  const alone = await validate(lookThrough, { targets, args }, { unattended: true });
  expect(alone.result).toMatchObject({ ok: false, token: null });
  expect(alone.result.problems[0]?.rule).toBe('policy');
});

test('a script that only reads needs nobody; a token is for its caller alone', async () => {
  const code =
    "const page = await api.get('/url'); const time = await api.get('/time'); return [page.url, typeof time.ms];";
  const { result } = await validate(code);
  expect(result).toMatchObject({ ok: true, risk: 'low', targets: [rig.portal.origin] });
  const stolen = await client.call('execute_code', { token: result.token }, { session: 'other' });
  expect(stolen.receipt.fault?.code).toBe('denied');
  const changed = await client.call('execute_code', { token: result.token, code: `${code} ` });
  expect(changed.receipt.fault?.message).toContain('not the code that was checked');
  const { receipt, result: done } = await client.call('execute_code', { token: result.token, code });
  expect(receipt.fault).toBeNull();
  expect(done).toMatchObject({ ok: true, value: [expect.stringContaining(rig.portal.origin), 'number'] });
});

test('GraphQL goes to the page’s own origin; a query is a read, a mutation a write', async () => {
  const code = `
    await api.post('/navigate', { url: '${site.origin}/' });
    const found = await api.post('/graphql', { query: 'query { orders(first: 1) { id } }' });
    return found.data;
  `;
  const { result } = await validate(code);
  expect(result.calls[1]).toMatchObject({
    buckets: ['read'],
    graphql: { operation: 'query', depth: 2, fields: ['query.orders', 'query.orders.id'] },
  });
  const { receipt, result: done } = await client.call('execute_code', { token: result.token });
  expect(receipt.fault).toBeNull();
  expect(done).toMatchObject({ value: { orders: [{ id: 7 }] } });
  const sent = site.requests.find(({ path }) => path === '/graphql');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ query: 'query { orders(first: 1) { id } }', variables: {} });
});
