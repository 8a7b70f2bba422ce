import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Portal, startPortal } from '../../demo/portal.ts';
import { reportCsv, reportTotal, shownAmount } from '../../demo/reports.ts';
import { Visitor } from './visitor.ts';

const USERNAME = 'buyer';
const PASSWORD = 'é&+"<%41 =;π';
const START_MS = Date.UTC(2026, 6, 3, 9, 0);
const REPORT = '/reports/ST-2026-06';

let clockMs = START_MS;
let folder: string;
let portal: Portal;
let visitor: Visitor;

beforeEach(async () => {
  clockMs = START_MS;
  folder = mkdtempSync(join(tmpdir(), 'portal-'));
  portal = await startPortal({
    username: USERNAME,
    password: PASSWORD,
    sessionSeconds: 60,
    logFile: join(folder, 'requests.jsonl'),
    now: () => clockMs,
  });
  visitor = new Visitor(portal.origin);
});

afterEach(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

const prepare = () => visitor.post(`${REPORT}/prepare`, {}, REPORT);
const locationOf = (response: Response) => response.headers.get('location');

test('a visitor without a session is asked to sign in and then led on', async () => {
  const first = await visitor.get('/reports?type=statement');
  expect(first.status).toBe(303);
  expect(locationOf(first)).toBe('/login?reason=required&next=%2Freports%3Ftype%3Dstatement');
  const next = '/reports?type=statement';
  const signedIn = await visitor.post('/login', { username: USERNAME, password: PASSWORD, next }, '/login');
  expect([signedIn.status, locationOf(signedIn)]).toEqual([303, next]);
  expect((await visitor.get(next)).status).toBe(200);
});

test('the session cookie cannot be read by scripts, and changes on signing in', async () => {
  const form = (await visitor.get('/login')).headers.get('set-cookie') ?? '';
  const signedIn = (await visitor.signIn(USERNAME, PASSWORD)).headers.get('set-cookie') ?? '';
  for (const cookie of [form, signedIn]) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(signedIn).not.toBe(form);
});

test.each([
  { name: 'another password', username: USERNAME, password: `${PASSWORD}x` },
  { name: 'no password', username: USERNAME, password: '' },
  { name: 'another name', username: 'Buyer', password: PASSWORD },
])('$name is rejected on the page, and the name is kept', async ({ username, password }) => {
  const response = await visitor.signIn(username, password);
  const page = await response.text();
  expect(response.status).toBe(401);
  expect(page).toContain('The username or password is not correct.');
  expect(page).toContain(`value="${username}"`);
  expect((await visitor.get('/dashboard')).status).toBe(303);
});

test('a form without the right token changes nothing', async () => {
  const login = { username: USERNAME, password: PASSWORD };
  expect((await visitor.post('/login', login)).status).toBe(403);
  await visitor.get('/login');
  expect((await visitor.post('/login', { ...login, csrf_token: 'wrong' })).status).toBe(403);
  await visitor.signIn(USERNAME, PASSWORD);
  const refused = await visitor.post(`${REPORT}/prepare`, { csrf_token: 'wrong' });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('This form is no longer valid.');
  expect(await (await visitor.get(`${REPORT}/state`)).json()).toEqual({ state: 'none' });
  expect((await visitor.post('/logout', {})).status).toBe(403);
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

test('the address to go on to cannot lead to another site', async () => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\r\nx: y']) {
    const stranger = new Visitor(portal.origin);
    const response = await stranger.post(
      '/login',
      { username: USERNAME, password: PASSWORD, next },
      '/login',
    );
    expect(locationOf(response)).toBe('/dashboard');
  }
});

test('the statements fill three pages of eight, oldest first', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  const numbers: string[] = [];
  for (const page of [1, 2, 3]) {
    const text = await (await visitor.get(`/reports?query=&type=statement&period=&page=${page}`)).text();
    expect(text).toContain('23 reports found');
    expect(text).toContain(`<span>Page ${page} of 3</span>`);
    expect(/<a rel="prev"[^>]*>Previous<\/a>/.test(text)).toBe(page > 1);
    expect(/<a rel="next"[^>]*>Next<\/a>/.test(text)).toBe(page < 3);
    numbers.push(...[...text.matchAll(/<td>(ST-[\d-]+)<\/td>/g)].map(([, number = '']) => number));
  }
  expect(numbers).toHaveLength(23);
  expect(numbers).toEqual([...new Set(numbers)].sort());
  expect([numbers[0], numbers[22]]).toEqual(['ST-2024-08', 'ST-2026-06']);
});

test.each([
  { query: 'query=june+2026', found: '3 reports found' },
  { query: 'type=statement&period=2026-06', found: '1 report found' },
  { query: 'query=nothing', found: 'No reports match your search.' },
  { query: 'period=June', found: 'Enter the period as YYYY-MM, for example 2026-06.' },
  { query: 'query=%3Cscript%3E%22', found: 'value="&lt;script&gt;&quot;"' },
  { query: '', found: 'Choose what to look for' },
  { query: 'type=statement&page=99', found: 'Page 3 of 3' },
])('the search "$query" shows "$found"', async ({ query, found }) => {
  await visitor.signIn(USERNAME, PASSWORD);
  expect(await (await visitor.get(`/reports?${query}`)).text()).toContain(found);
});

test('a report is prepared for a second and then downloads', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  const total = reportTotal('2026-06');
  const page = await (await visitor.get(REPORT)).text();
  expect(page).toContain('<h1>Account statement, June 2026</h1>');
  expect(page).toContain('data-confirm="Prepare Account statement for June 2026?"');
  expect(page).toContain(`<dd>${shownAmount(total.grossCents)}</dd>`);
  expect((await visitor.get(`${REPORT}/csv`)).status).toBe(409);

  expect(locationOf(await prepare())).toBe(REPORT);
  clockMs += 999;
  expect(await (await visitor.get(`${REPORT}/state`)).json()).toEqual({ state: 'preparing' });
  expect(await (await visitor.get(REPORT)).text()).toContain('Preparing…');
  clockMs += 1;
  expect(await (await visitor.get(`${REPORT}/state`)).json()).toEqual({ state: 'ready' });

  const csv = await visitor.get(`${REPORT}/csv`);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="statement-2026-06.csv"');
  expect(await csv.text()).toBe(reportCsv('2026-06'));
  const pdf = await visitor.get(`${REPORT}/pdf`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const bytes = await pdf.text();
  expect(bytes.startsWith('%PDF-1.4\n')).toBe(true);
  expect(bytes).toContain(`Total: EUR ${shownAmount(total.grossCents)}`);
});

test('what one session prepared is not there for another', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  await prepare();
  const other = new Visitor(portal.origin);
  await other.signIn(USERNAME, PASSWORD);
  expect(await (await other.get(`${REPORT}/state`)).json()).toEqual({ state: 'none' });
});

test('a session ends with its time', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  clockMs += 59_999;
  expect((await visitor.get('/dashboard')).status).toBe(200);
  clockMs += 1;
  const expired = await visitor.get('/dashboard');
  expect(locationOf(expired)).toBe('/login?reason=expired&next=%2Fdashboard');
  const form = await (await visitor.get(locationOf(expired) ?? '')).text();
  expect(form).toContain('Your session has expired. Please sign in again.');
  expect((await visitor.signIn(USERNAME, PASSWORD)).status).toBe(303);
});

test('expireSessions ends every signed-in session at once, and spares open log-in forms', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  const other = new Visitor(portal.origin);
  await other.get('/login');
  portal.expireSessions();
  expect(locationOf(await visitor.get(REPORT))).toContain('reason=expired');
  expect((await visitor.get(`${REPORT}/state`)).status).toBe(401);
  expect((await other.signIn(USERNAME, PASSWORD)).status).toBe(303);
});

test('signing out ends the session', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  const response = await visitor.post('/logout', {}, '/dashboard');
  expect(locationOf(response)).toBe('/login?reason=signed-out');
  expect((await visitor.get('/dashboard')).status).toBe(303);
});

test('the log tells what reached the portal, without the password', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  await prepare();
  clockMs += 1_000;
  await visitor.get(`${REPORT}/csv?from=test`);
  const seen = portal.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(seen).toEqual([
    'GET /login 200',
    'POST /login 303',
    `GET ${REPORT} 200`,
    `POST ${REPORT}/prepare 303`,
    `GET ${REPORT}/csv 200`,
  ]);
  const hash = createHash('sha256').update(PASSWORD).digest('hex');
  expect(portal.requests[1]?.body_fields).toMatchObject({ username: USERNAME, password: `sha256:${hash}` });
  expect(portal.requests[4]).toMatchObject({
    query: { from: 'test' },
    at: new Date(START_MS + 1000).toISOString(),
  });
  expect(new Set(portal.requests.slice(1).map(({ session }) => session)).size).toBe(1);

  const file = join(folder, 'requests.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(portal.requests);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const form of [PASSWORD, encodeURIComponent(PASSWORD), JSON.stringify(PASSWORD).slice(1, -1)]) {
    expect(lines.join('\n')).not.toContain(form);
  }
});

test('the log is not offered over HTTP', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  for (const path of ['/__log', '/log', '/requests']) expect((await visitor.get(path)).status).toBe(404);
});

test('pages forbid foreign and inline content, and hold no inline script or style', async () => {
  await visitor.signIn(USERNAME, PASSWORD);
  for (const path of ['/dashboard', '/reports?type=', REPORT, '/help', '/nowhere']) {
    const response = await visitor.get(path);
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'self'; script-src 'self'",
    );
    expect(await response.text()).not.toMatch(/<script>|<script [^>]*>[^<]|<style| style=| on[a-z]+="/);
  }
});

test.each([
  { path: '/outage', status: 503 },
  { path: '/slow?ms=5', status: 200 },
  { path: '/slow?ms=99999', status: 400 },
  { path: '/slow?ms=soon', status: 400 },
  { path: '/nowhere', status: 404 },
  { path: '//evil.example/x', status: 404 },
  { path: '/logout', status: 405 },
])('$path answers with $status', async ({ path, status }) => {
  expect((await visitor.get(path)).status).toBe(status);
});

test('a form that is too large is refused', async () => {
  const response = await visitor.post('/login', { username: 'x'.repeat(20_000) });
  expect(response.status).toBe(413);
});

test('closing ends waits and open connections, and a visitor who leaves early does no harm', async () => {
  const { port } = new URL(portal.origin);
  const early = connect(Number(port), '127.0.0.1', () => {
    early.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nusername=');
    early.destroy();
  });
  const idle = connect(Number(port), '127.0.0.1');
  const idleEnded = new Promise((resolve) => idle.once('close', resolve));
  await visitor.get('/login');
  const waiting = visitor.get('/slow?ms=15000').catch(() => 'ended');
  await visitor.get('/outage');
  await portal.close();
  expect(await waiting).toBe('ended');
  await idleEnded;
});
