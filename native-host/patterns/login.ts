import type { z } from 'zod';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { login as declaration } from '../../shared/tools/login.ts';
import { codeFields, passwordFields, signInButtons, usernameFields } from './login-fields.ts';
import { type Browser, definePattern, passwordField } from './pattern.ts';

type Args = z.output<typeof declaration.input>;
type Answer = Result<z.output<typeof declaration.output>>;

/** Looks at the page, until one knows what it is; each look takes a fraction of a second. */
const looksMax = 40;
const lookMs = 250;
/** A page without a password field that asks for no code within so many looks asks for none. */
const codeLooks = 8;
/** Longest that the site's answer to a sign-in is waited for between two looks at the page. */
const answerMs = 1000;

/** Signs in with a stored secret. A wrong password is tried once and never again. */
export const login = definePattern({
  declaration,
  plan: (args) => [
    ...('url' in args ? [{ tool: 'navigate', bucket: 'read' } as const] : []),
    { tool: 'wait', bucket: 'read' },
    { tool: 'get_text', bucket: 'read' },
    { tool: 'fill', bucket: 'write' },
    { tool: 'click', bucket: 'write' },
    ...('submit' in args ? [] : [{ tool: 'press_key', bucket: 'write' } as const]),
  ],
  async run(args, browser) {
    if (args.url !== undefined) {
      const opened = await browser.call('navigate', { url: args.url });
      if (!opened.ok) return opened;
      if (opened.value.http_error) return failed(errorPage(opened.value.status));
    }
    return signIn(args, browser);
  },
});

async function signIn(args: Args, browser: Browser): Promise<Answer> {
  const seen = await whatIsThere(args, browser);
  if (seen === 'signed-in') return ok({ signed_in: true, already: true, message: '' });
  if (seen === 'nothing') return failed(noForm(args));
  const username = await findField(browser, args.username_field, usernameFields);
  if (seen === 'username-first') {
    if (username === null) return failed(noForm(args));
    const step = await toPassword(args, browser, username);
    if (!step.ok) return step;
  }
  const password = await findField(browser, args.password_field, passwordFields);
  if (password === null) return failed(noForm(args));
  const fields = [
    ...(seen === 'form' && username !== null ? [{ selector: username, value: args.username }] : []),
    { selector: password, value: args.password },
  ];
  if (seen === 'form' && username === null) return failed(noUsername());
  const filled = await browser.call('fill', { fields });
  if (!filled.ok) return filled;
  const sent = await send(args, browser, password);
  if (!sent.ok) return sent;
  const code = await giveCode(args, browser);
  return code.ok ? outcome(args, browser, code.value) : code;
}

/** Gives the code once, when the site asks for it; the field that took it, or null when it did not ask. */
async function giveCode(args: Args, browser: Browser): Promise<Result<string | null>> {
  if (args.code === undefined) return ok(null);
  const candidates = args.code_field === undefined ? codeFields : [args.code_field];
  for (let look = 0; look < looksMax && browser.left() > 0; look += 1) {
    const field = await findField(browser, undefined, candidates);
    if (field !== null) {
      const filled = await browser.call('fill', { selector: field, value: args.code });
      if (!filled.ok) return filled;
      const sent = await send({ ...args, submit: undefined }, browser, field);
      return sent.ok ? ok(field) : sent;
    }
    if (args.success !== undefined && (await browser.shows(args.success))) return ok(null);
    const isForm = await browser.shows(passwordField, lookMs);
    if (isForm && (await browser.textOf('role=alert')) !== '') return ok(null);
    if (!isForm && args.success === undefined && look >= codeLooks) return ok(null);
  }
  return ok(null);
}

type Seen = 'signed-in' | 'form' | 'username-first' | 'nothing';

// What shows first decides: the sign that one is signed in, a password field, or a page that asks for the
// name alone.
async function whatIsThere(args: Args, browser: Browser): Promise<Seen> {
  for (let look = 0; look < looksMax && browser.left() > 0; look += 1) {
    if (await browser.shows(args.password_field ?? passwordField, lookMs)) return 'form';
    if (args.success !== undefined && (await browser.shows(args.success))) return 'signed-in';
    if (look < 2) continue;
    if (await findField(browser, args.username_field, usernameFields)) return 'username-first';
  }
  return 'nothing';
}

async function findField(
  browser: Browser,
  given: string | undefined,
  candidates: readonly string[],
): Promise<string | null> {
  if (given !== undefined) return given;
  for (const candidate of candidates) {
    if ((await browser.call('wait', { selector: candidate, state: 'visible' }, 100)).ok) return candidate;
  }
  return null;
}

async function toPassword(args: Args, browser: Browser, username: string): Promise<Result<null>> {
  const filled = await browser.call('fill', { selector: username, value: args.username });
  if (!filled.ok) return filled;
  const sent = await send(args, browser, username);
  if (!sent.ok) return sent;
  if (await browser.shows(args.password_field ?? passwordField, browser.left())) return ok(null);
  const message = await browser.textOf('role=alert');
  return failed(
    fault(
      'not-found',
      'The site took the user name, but no password field came.',
      'Check the user name; the site may ask for another way of signing in.',
      { page_message: message },
    ),
  );
}

// One way of sending, chosen before anything is pressed: the button that the page has, else the Enter key.
async function send(args: Args, browser: Browser, field: string): Promise<Result<null>> {
  const button = await findField(browser, args.submit, signInButtons);
  const pressed =
    button === null
      ? await browser.call('press_key', { key: 'Enter', selector: field })
      : await browser.call('click', { selector: button });
  if (!pressed.ok) return pressed;
  if (pressed.value.dialog === null || pressed.value.dialog === undefined) return ok(null);
  return failed(
    fault('dialog-open', 'The site answered the sign-in with a question.', 'Sign in by single steps.', {
      page_message: pressed.value.dialog.message.slice(0, 500),
    }),
  );
}

async function outcome(args: Args, browser: Browser, codeField: string | null): Promise<Answer> {
  const signedIn = ok({ signed_in: true, already: false, message: '' });
  for (let look = 0; look < looksMax; look += 1) {
    const wait = Math.min(answerMs, Math.max(100, browser.left()));
    if (args.success === undefined) {
      const form = codeField ?? passwordField;
      const gone = await browser.call('wait', { selector: form, state: 'hidden' }, wait);
      if (gone.ok) return signedIn;
    } else if (await browser.shows(args.success, wait)) return signedIn;
    const message = await browser.textOf('role=alert');
    if (message !== '' && (await browser.shows(codeField ?? passwordField)))
      return failed(refused(args, message));
    if (browser.left() === 0) break;
  }
  return failed(refused(args, ''));
}

function refused(args: Args, message: string): Fault {
  const told = message === '' ? 'The sign-in form is still there.' : 'The site showed a message.';
  return fault(
    'bad-arguments',
    `The site did not accept the sign-in as "${args.username}". ${told}`,
    `Check the user name and the stored secret "${args.password}"; it was tried once and is not tried again.`,
    { page_message: message },
  );
}

function noForm(args: Args): Fault {
  const where = args.url === undefined ? 'on the page' : `at ${args.url}`;
  const hint =
    args.success === undefined
      ? 'Name the fields with "username_field" and "password_field"; what shows a sign-in, with "success".'
      : 'Name the fields with "username_field" and "password_field".';
  return fault('not-found', `There is no sign-in form ${where}.`, hint);
}

function noUsername(): Fault {
  return fault(
    'not-found',
    'There is a password field, but no field for the user name was recognised.',
    'Name it with "username_field".',
  );
}

function errorPage(status: number | null): Fault {
  return fault(
    'not-found',
    `The sign-in page answered with HTTP ${status ?? 'error'}.`,
    'Check the address; if it is right, the site is out of order: try again later.',
  );
}
