import type { Site } from '../site.ts';

// A list from which conditions choose: some entries meet one of them and not the other.

const museums: readonly (readonly [string, string, string])[] = [
  ['Harbour Museum', 'free on Sundays', 'open on Sundays until 20:00'],
  ['Museum of Clocks', 'free on Sundays', 'open on Sundays until 17:00'],
  ['Glass House', '9 € on all days', 'open on Sundays until 21:00'],
  ['Museum of Printing', 'free on Sundays', 'open on Sundays until 19:30'],
  ['Natural History Rooms', '6 € on Sundays, free on Tuesdays', 'open on Sundays until 18:00'],
  ['Railway Sheds', '7 € on all days', 'closed on Sundays'],
  ['Poster Gallery', 'free on Sundays', 'open on Sundays until 22:00'],
  ['Castle Collection', 'free on Sundays', 'open on Sundays until 16:00'],
];

export const museumGuide: Site = {
  host: 'www.visit-larkstadt.org',
  name: 'Visit Larkstadt',
  pages: [
    {
      path: '/museums',
      title: 'Museums in Larkstadt: prices and opening hours on Sundays',
      body: `<p>Eight museums stand within a walk of the old bridge. Prices and hours are those of this winter.</p>
<ul>${museums.map(([name, price, hours]) => `<li>${name}: ${price}, ${hours}.</li>`).join('\n')}</ul>
<p>On public holidays other hours may apply; ask at the bridge.</p>`,
    },
    {
      path: '/markets',
      title: 'Markets in Larkstadt',
      body: '<p>Fish on Thursdays, flowers on Saturdays, and nothing on Sundays.</p>',
    },
  ],
};
