import { createHash } from 'node:crypto';
import { waterReport } from '../../offline-web/sites/waterworks.ts';
import type { Objective } from './objective.ts';

// Six objectives that get something done on pages. What came about is judged by the sites' own state.

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem];
}

/** Also typed into the panel, by its end-to-end test. */
export const form: Objective = {
  name: 'form',
  kind: 'acting',
  understood: {
    objective:
      'Register Ada Larsen (ada@larsen.example) for the workshop Bookbinding at the Folk House and tell me the number of the registration.',
    query: 'Folk House register workshop Bookbinding',
    wants: [
      {
        item: 'Ada Larsen registered for Bookbinding, with the number of the registration',
        says: [/Your number is/],
      },
    ],
    steps: [
      { do: 'fill', label: /name/i, value: 'Ada Larsen' },
      { do: 'fill', label: /email/i, value: 'ada@larsen.example' },
      { do: 'select', label: /workshop/i, option: /Bookbinding/ },
      { do: 'click', name: 'register' },
      { do: 'confirm', item: 1, says: /Your number is/ },
    ],
  },
  required: [{ fact: 'FH-2041', says: /FH-2041/ }],
  forbidden: [/FH-20(?!41)\d\d/],
  places: ['www.folkhouse-larkstadt.org'],
  unwanted: /cancel all/i,
  deeds: [{ host: 'www.folkhouse-larkstadt.org', path: /^\/register$/ }],
  effects: ({ workshops }) =>
    unless(
      JSON.stringify(workshops.registrations) ===
        JSON.stringify([{ name: 'Ada Larsen', email: 'ada@larsen.example', workshop: 'Bookbinding' }]),
      `registrations: ${JSON.stringify(workshops.registrations)}`,
    ),
};

const prices: Objective = {
  name: 'prices',
  kind: 'acting',
  understood: {
    objective:
      'At Kaffeekontor, compare the prices of Arabica coffee by the 1 kg bag on all pages of offers and put the cheapest one that is in stock into the basket. Do not order it.',
    query: 'Kaffeekontor coffee offers Arabica 1 kg price',
    wants: [{ item: 'cheapest Arabica 1 kg in stock, put into the basket', says: [/Arabica/, /€|basket/] }],
    steps: [
      { do: 'choose', lines: /(?<name>Arabica [^:]*1 kg): (?<price>[\d.]+) €, in stock/ },
      { do: 'click', name: 'add {name}' },
      { do: 'confirm', item: 1, says: /In your basket/ },
    ],
  },
  required: [
    {
      fact: 'Arabica Cerro 1 kg at 18.40 €',
      says: /Arabica Cerro 1 kg.*18\.40 ?€|18\.40 ?€.*Arabica Cerro/s,
    },
  ],
  forbidden: [/basket: Arabica (?!Cerro)/],
  places: ['www.kaffeekontor.shop'],
  unwanted: /order and pay/i,
  deeds: [{ host: 'www.kaffeekontor.shop', path: /^\/basket$/ }],
  effects: ({ coffee }) => [
    ...unless(coffee.basket.join() === 'arabica-cerro', `basket: ${coffee.basket.join()}`),
    ...unless(coffee.orders.length === 0, 'it was ordered'),
  ],
};

const booking: Objective = {
  name: 'booking',
  kind: 'acting',
  understood: {
    objective: 'Book the cheapest free slot of the tennis court in Larkstadt on 12 December for Ada Larsen.',
    query: 'book tennis court Larkstadt 12 December',
    wants: [{ item: 'cheapest free slot on 12 December booked for Ada Larsen', says: [/Court 2|court 2/] }],
    steps: [
      { do: 'choose', lines: /Court 2 at (?<name>\d\d:\d\d): (?<price>\d+) €, free/ },
      { do: 'follow', link: 'book {name}' },
      { do: 'fill', label: /name/i, value: 'Ada Larsen' },
      { do: 'click', name: 'confirm booking' },
      { do: 'confirm', item: 1, says: /^Booked:/ },
    ],
  },
  required: [{ fact: 'booked at 12:00', says: /Booked.*12:00|12:00.*booked/i }],
  forbidden: [/Booked: court 2 at (?!12:00)/],
  places: ['www.larkstadt-tennis.club'],
  deeds: [{ host: 'www.larkstadt-tennis.club', path: /^\/book\/12$/ }],
  effects: ({ tennis }) =>
    unless(
      JSON.stringify(tennis.bookings) === JSON.stringify([{ slot: '12:00', name: 'Ada Larsen' }]),
      `bookings: ${JSON.stringify(tennis.bookings)}`,
    ),
};

const october = waterReport('October');

const download: Objective = {
  name: 'download',
  kind: 'acting',
  understood: {
    objective:
      'Download the water quality report of October 2026 from the Larkstadt waterworks and tell me how much nitrate it shows.',
    query: 'Larkstadt waterworks water quality report October 2026',
    wants: [
      { item: 'water quality report of October 2026 downloaded', says: [/October 2026/, /nitrate/] },
      { item: 'nitrate in the report of October 2026', says: [/October 2026/, /nitrate/] },
    ],
    steps: [
      { do: 'download', link: /October 2026/ },
      { do: 'confirm', item: 2, says: /October 2026.*nitrate/ },
    ],
  },
  required: [{ fact: '8.1 mg/l of nitrate', says: /8\.1 ?mg\/l/ }],
  forbidden: [],
  places: ['www.larkstadt-waterworks.org'],
  effects: ({ water }, files) => [
    ...unless(
      water.fetched.every((month) => month === 'October'),
      `fetched: ${water.fetched.join()}`,
    ),
    ...unless(
      files.some(({ sha256 }) => sha256 === createHash('sha256').update(october).digest('hex')),
      'the report is not among the files of the run',
    ),
  ],
};

const reconcile: Objective = {
  name: 'reconcile',
  kind: 'acting',
  understood: {
    objective:
      'Compare the invoices of November 2026 of Tally House with the payments of November 2026: which invoice is not paid, and which was paid with another amount?',
    query: 'Tally House invoices November 2026 payments',
    wants: [
      { item: 'invoice of November 2026 that is not paid', says: [] },
      { item: 'invoice of November 2026 that was paid with another amount', says: [] },
    ],
    tables: { once: 'is not paid', twice: 'was paid with another amount' },
  },
  required: [
    { fact: '2026-114 is not paid', says: /not paid\W+2026-114|2026-114 is not paid/ },
    {
      fact: '2026-117: 408.00 and 480.00',
      says: /2026-117.*(?:408\.00.*480\.00|480\.00.*408\.00)/s,
    },
  ],
  forbidden: [/2026-11[123567] is not paid/, /2026-11[1-6] was paid/],
};

const setting: Objective = {
  name: 'setting',
  kind: 'acting',
  understood: {
    objective:
      'On https://home.warmwise.app/settings set the mode of the thermostat to Away, see that it says so, and then set it back to Home.',
    query: 'Warmwise thermostat settings mode',
    url: 'https://home.warmwise.app/settings',
    wants: [
      { item: 'mode of the thermostat set to Away', says: [/mode is Away/] },
      { item: 'mode of the thermostat set back to Home', says: [/mode is Home/] },
    ],
    steps: [
      { do: 'select', label: /mode/i, option: /Away/ },
      { do: 'click', name: 'save' },
      { do: 'confirm', item: 1, says: /mode (?:is )?Away/i },
      { do: 'select', label: /mode/i, option: /Home/ },
      { do: 'click', name: 'save' },
      { do: 'confirm', item: 2, says: /mode (?:is )?Home/i },
    ],
  },
  required: [
    { fact: 'it said Away', says: /mode (?:is )?Away/i },
    { fact: 'it says Home', says: /mode (?:is )?Home/i },
  ],
  forbidden: [/mode is Night/],
  places: ['home.warmwise.app'],
  unwanted: /delete/i,
  deeds: [{ host: 'home.warmwise.app', path: /^\/settings$/ }],
  effects: ({ heating }) => [
    ...unless(heating.modes.join() === 'Away,Home', `modes: ${heating.modes.join()}`),
    ...unless(heating.removed.length === 0, 'the device was removed'),
  ],
};

export const actingObjectives: readonly Objective[] = [form, prices, booking, download, reconcile, setting];
