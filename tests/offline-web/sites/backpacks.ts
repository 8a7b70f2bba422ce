import type { Site } from '../site.ts';

// A comparison whose halves stand with two makers.

export const bosun: Site = {
  host: 'www.bosunpacks.com',
  name: 'Bosun Packs',
  pages: [
    {
      path: '/packs/bosun-40',
      title: 'Bosun 40 backpack',
      body: `<p>A backpack for three days in the hills, made from recycled sailcloth.</p>
<table><caption>Bosun 40 in figures</caption><tr><th>Property</th><th>Value</th></tr>
<tr><td>Weight</td><td>1,480 g</td></tr><tr><td>Volume</td><td>40 l</td></tr><tr><td>Price</td><td>149 €</td></tr><tr><td>Back lengths</td><td>S, M, L</td></tr></table>
<p>The Bosun 40 weighs 1,480 g, holds 40 litres and costs 149 €.</p>`,
    },
    {
      path: '/packs/bosun-55',
      title: 'Bosun 55 backpack',
      body: '<p>The Bosun 55 weighs 1,720 g, holds 55 litres and costs 189 €.</p>',
    },
  ],
};

export const trekker: Site = {
  host: 'www.trekkergear.com',
  name: 'Trekker Gear',
  pages: [
    {
      path: '/trekker-38',
      title: 'Trekker 38 backpack',
      body: `<p>Our lightest backpack with a frame. The Trekker 38 weighs 1,250 g, holds 38 litres and costs 129 €.</p>
<p>With the rain cover, which is sold apart for 19 €, add 90 g.</p>`,
    },
  ],
};
