import type { Site } from '../site.ts';

// A how-to whose steps stand pages apart.

export const torch: Site = {
  host: 'support.fernweh-lights.com',
  name: 'Fernweh Lights support',
  pages: [
    {
      path: '/e2/battery-1',
      title: 'Replace the battery of the Fernweh E2 torch, page 1 of 3: opening',
      body: `<p>You need a T6 screwdriver, a new 18650 battery and a little silicone grease. The work takes ten minutes.</p>
<p>Step 1: Switch the torch off and let it cool for five minutes.</p>
<p>Step 2: Loosen the two T6 screws at the tail cap.</p>
<p>The screws are short; put them where they do not roll away. <a href="/e2/battery-2">Next page: changing the battery</a></p>`,
    },
    {
      path: '/e2/battery-2',
      title: 'Replace the battery of the Fernweh E2 torch, page 2 of 3: changing',
      unlisted: true,
      body: `<p>Step 3: Pull the old battery out by its ribbon.</p>
<p>Step 4: Slide the new 18650 battery in with the plus pole towards the lamp.</p>
<p>The wrong way round does no harm, but the torch stays dark. <a href="/e2/battery-3">Next page: closing</a></p>`,
    },
    {
      path: '/e2/battery-3',
      title: 'Replace the battery of the Fernweh E2 torch, page 3 of 3: closing',
      unlisted: true,
      body: `<p>Step 5: Grease the rubber ring of the tail cap.</p>
<p>Step 6: Tighten the two screws by hand, and hold the switch for three seconds to calibrate the gauge.</p>
<p>Old batteries belong to a collection point and not into household waste. <a href="/e2/battery-1">Back to the first page</a></p>`,
    },
    {
      path: '/e1/battery',
      title: 'Replace the battery of the Fernweh E1 torch',
      body: '<p>The E1 has a battery that cannot be replaced. Send the torch to us.</p>',
    },
  ],
};
