import { expect, test } from 'vitest';
import { fillParameters } from '../../cloud/fill-parameters.ts';
import { LibraryIndex } from '../../cloud/job-shapes.ts';
import { library } from './fake-store.ts';

const today = new Date('2026-11-30T10:00:00Z');
const portal = LibraryIndex.parse(JSON.parse(library)).templates[1];
if (portal === undefined) throw new Error('the library has lost its portal');

const fill = (text: string) => fillParameters(text, portal, today);

test('months, addresses and options are read from the request, and several make several sets', () => {
  const text =
    'The statements of Blue Sky and Acme from https://portal.example.com/start, for the last two months.';
  expect(fill(text)).toEqual({
    ok: true,
    sets: [
      { portal_url: 'https://portal.example.com/start', period: '2026-09', vendor: 'Blue Sky' },
      { portal_url: 'https://portal.example.com/start', period: '2026-09', vendor: 'Acme' },
      { portal_url: 'https://portal.example.com/start', period: '2026-10', vendor: 'Blue Sky' },
      { portal_url: 'https://portal.example.com/start', period: '2026-10', vendor: 'Acme' },
    ],
  });
});

test('what is required and not said is asked for, and nothing is guessed', () => {
  expect(fill('The statement of Acme')).toEqual({
    ok: false,
    question:
      'Please say the portal url (start page of the portal), and for which month, such as 2026-06 or "last month".',
  });
});

test('a request cannot set a secret, whatever it says', () => {
  const filled = fill('https://portal.example.com last month, password: "hunter2", password secret:bank');
  expect(filled).toEqual({
    ok: true,
    sets: [{ portal_url: 'https://portal.example.com', period: '2026-10' }],
  });
});

test('a text stands in quotes or after a colon beside its name, a number beside its own', () => {
  const { parameters: _, ...rest } = portal;
  const entry = {
    ...rest,
    parameters: {
      user_name: { type: 'string', required: true, description: '' },
      max_rows: { type: 'integer', required: false, description: '' },
    },
  } as const;
  const wanted = { ok: true, sets: [{ user_name: 'me and you', max_rows: 20 }] };
  expect(fillParameters('user name is “me and you”, max rows = 20', entry, today)).toEqual(wanted);
  expect(fillParameters('user-name: me', entry, today)).toEqual({ ok: true, sets: [{ user_name: 'me' }] });
});
