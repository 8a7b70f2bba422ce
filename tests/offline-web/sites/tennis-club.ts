import { escaped, pageHtml, type Site } from '../site.ts';

// Slots of a court at different prices. What is booked stands in `bookings`.

export type TennisClub = Site & {
  readonly bookings: readonly { readonly slot: string; readonly name: string }[];
};

const slots: readonly (readonly [string, string, boolean])[] = [
  ['08:00', '14 €', true],
  ['10:00', '12 €', false],
  ['12:00', '11 €', true],
  ['14:00', '16 €', true],
  ['16:00', '18 €', true],
  ['18:00', '22 €', true],
];

export function tennisClub(): TennisClub {
  const bookings: { slot: string; name: string }[] = [];
  const list = slots.map(
    ([time, price, free]) =>
      `<li>Court 2 at ${time}: ${price}, ${free ? `free. <a href="/book/${time.slice(0, 2)}">Book ${time} for ${price}</a>` : 'taken.'}</li>`,
  );
  const site: TennisClub = {
    host: 'www.larkstadt-tennis.club',
    name: 'Larkstadt Tennis',
    pages: [
      {
        path: '/courts/12-december',
        title: 'Book a tennis court in Larkstadt on 12 December',
        body: `<p>Prices of the hall on 12 December, for one hour.</p><ul>${list.join('\n')}</ul>`,
      },
      ...slots.flatMap(([time, price, free]) =>
        free
          ? [
              {
                path: `/book/${time.slice(0, 2)}`,
                title: `Court 2 at ${time} on 12 December`,
                unlisted: true,
                body: `<p>You are about to book court 2 at ${time} for ${price}.</p><form method="post" action="/book/${time.slice(0, 2)}"><p><label>Name of the player <input name="player" required></label></p><button>Confirm booking</button></form>`,
              },
            ]
          : [],
      ),
    ],
    bookings,
    answer({ method, path, fields }) {
      const hour = /^\/book\/(\d\d)$/.exec(path)?.[1];
      if (method !== 'POST' || hour === undefined) return null;
      const name = fields.get('player') ?? '';
      bookings.push({ slot: `${hour}:00`, name });
      const body = `<p>Booked: court 2 at ${hour}:00 on 12 December for ${escaped(name)}. The door code is sent on the day.</p>`;
      return { status: 200, html: pageHtml(site, 'Booking confirmed', body) };
    },
  };
  return site;
}
