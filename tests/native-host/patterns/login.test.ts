import { expect, test } from 'vitest';
import { login } from '../../../native-host/patterns/login.ts';
import {
  codeFields,
  passwordFields,
  signInButtons,
  usernameFields,
} from '../../../native-host/patterns/login-fields.ts';
import { attempt, fault } from '../../../shared/faults.ts';
import { parseSelector } from '../../../shared/selector.ts';
import { notFound, type Script } from '../workflow/fake-calls.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { fakePage, filled, shownText, usual } from './fake-page.ts';

const args = { url: 'https://portal.example.com/login', username: 'anna', password: 'secret:portal' };

type Site = { password: boolean; username: boolean; signedIn: boolean; alert: string };

// A site whose form goes away after a click, unless it shows an alert.
function site(state: Site, onClick: (state: Site) => void): Script {
  return (tool, given) => {
    const selector = String(given['selector'] ?? '');
    if (tool === 'fill') return filled(given);
    if (tool === 'click') {
      onClick(state);
      return usual(tool);
    }
    if (tool === 'get_text')
      return selector === 'role=alert' && state.alert !== '' ? shownText(state.alert) : notFound();
    if (tool !== 'wait') return usual(tool);
    const isPassword = passwordFields.includes(selector);
    if (given['state'] === 'hidden') return state.password ? notFound() : usual(tool);
    if (isPassword) return state.password ? usual(tool) : notFound();
    if (usernameFields.includes(selector)) return state.username ? usual(tool) : notFound();
    if (selector === '#account') return state.signedIn ? usual(tool) : notFound();
    return signInButtons.includes(selector) && (state.username || state.password) ? usual(tool) : notFound();
  };
}

const form = (): Site => ({ password: true, username: true, signedIn: false, alert: '' });

test('a form is filled with name and secret, sent once, and its end is the proof', async () => {
  const page = fakePage(site(form(), (state) => Object.assign(state, { password: false, username: false })));
  expect(valueIn(await login.run(args, page))).toEqual({ signed_in: true, already: false, message: '' });
  const fills = page.made.filter(({ tool }) => tool === 'fill');
  expect(fills.map(({ args: given }) => given['fields'])).toEqual([
    [
      { selector: usernameFields[0], value: 'anna' },
      { selector: passwordFields[0], value: 'secret:portal' },
    ],
  ]);
  expect(page.made.filter(({ tool }) => tool === 'click')).toHaveLength(1);
});

test('a wrong password is tried once and told with what the page says', async () => {
  const page = fakePage(site(form(), (state) => Object.assign(state, { alert: 'Wrong password.' })));
  const problem = faultOf(await login.run({ ...args, success: '#account' }, page));
  expect(problem.message).toContain('The site did not accept the sign-in as "anna"');
  expect(problem.detail).toEqual({ page_message: 'Wrong password.' });
  expect(page.made.filter(({ tool }) => tool === 'click')).toHaveLength(1);
});

test('one who is signed in already is told so, and nothing is filled', async () => {
  const page = fakePage(site({ password: false, username: false, signedIn: true, alert: '' }, () => {}));
  expect(valueIn(await login.run({ ...args, success: '#account' }, page))['already']).toBe(true);
  expect(page.made.some(({ tool }) => tool === 'fill')).toBe(false);
});

test('a site that asks for the name first and the password next', async () => {
  let clicks = 0;
  const page = fakePage(
    site({ password: false, username: true, signedIn: false, alert: '' }, (state) => {
      clicks += 1;
      Object.assign(state, clicks === 1 ? { password: true, username: false } : { password: false });
    }),
  );
  expect(valueIn(await login.run(args, page))['signed_in']).toBe(true);
  expect(clicks).toBe(2);
});

test('a page without a form, and an error page, are clear faults', async () => {
  const none = fakePage(site({ password: false, username: false, signedIn: false, alert: '' }, () => {}));
  const problem = faultOf(await login.run({ ...args, timeout_ms: 5000 }, none));
  expect(problem.code).toBe('not-found');
  expect(problem.hint).toContain('"success"');
  const broken = fakePage(() => ({ status: 503, http_error: true, redirects: [] }));
  expect(faultOf(await login.run(args, broken)).message).toContain('HTTP 503');
});

test('every place where fields and buttons are looked for is a proper selector of bearable length', () => {
  for (const selector of [...usernameFields, ...passwordFields, ...signInButtons]) {
    expect(parseSelector(selector).ok).toBe(true);
    expect(selector.length).toBeLessThan(2000);
  }
});

test('a call that is denied, stopped or of unknown outcome ends the pattern at once', async () => {
  for (const code of [
    'denied',
    'approval-timeout',
    'cancelled',
    'outcome-unknown',
    'browser-gone',
  ] as const) {
    const page = fakePage((tool) => (tool === 'navigate' ? usual(tool) : fault(code, 'No.', '')));
    const problem = faultOf(await attempt(() => login.run(args, page)));
    expect([problem.code, page.made.length]).toEqual([code, 2]);
  }
  const stop = new AbortController();
  stop.abort();
  const page = fakePage(usual);
  const problem = faultOf(await attempt(() => login.run(args, { ...page, signal: stop.signal })));
  expect([problem.code, page.made]).toEqual(['cancelled', []]);
});

test('the code of the moment is given once, after the password, to the field that asks for it', async () => {
  const state = { ...form(), code: false };
  const base = site(state, () => {
    if (state.password) Object.assign(state, { password: false, username: false, code: true });
    else state.code = false;
  });
  const page = fakePage((tool, given) => {
    const selector = String(given['selector'] ?? '');
    if (tool === 'wait' && selector === codeFields[0]) {
      return (given['state'] === 'hidden') === state.code ? notFound() : usual(tool);
    }
    if (tool === 'wait' && state.code && selector === signInButtons[3]) return usual(tool);
    return base(tool, given);
  });
  const done = await login.run({ ...args, code: 'secret:portal-code#totp' }, page);
  expect(valueIn(done)).toMatchObject({ signed_in: true });
  const fills = page.made.filter(({ tool }) => tool === 'fill');
  expect(fills.map(({ args: given }) => given['value'])).toEqual([undefined, 'secret:portal-code#totp']);
  expect(fills[1]?.args['selector']).toBe(codeFields[0]);
});

test('a site that asks for no code is signed in to without one', async () => {
  const page = fakePage(site(form(), (state) => Object.assign(state, { password: false, username: false })));
  const done = await login.run({ ...args, code: 'secret:portal-code#totp' }, page);
  expect(valueIn(done)).toMatchObject({ signed_in: true });
  expect(page.made.filter(({ tool }) => tool === 'fill')).toHaveLength(1);
});
