import type { Site } from '../site.ts';

// People who are not of one mind about heat pumps in old houses.

export const forum: Site = {
  host: 'www.homeheating-forum.org',
  name: 'Home Heating Forum',
  pages: [
    {
      path: '/t/heat-pump-1930s-house',
      title: 'Heat pump in an old house: worth it?',
      body: `<article><h3>marten_k</h3><p>We put a heat pump into our 1930s house two winters ago. It was worth it: our heating bill fell by 38 percent, and the rooms are warm all day.</p></article>
<article><h3>old_brick</h3><p>Against it: in our unrenovated farmhouse the heat pump needed 55 degree water, and we paid 900 euros more in the first winter than with oil.</p></article>
<article><h3>jule</h3><p>Larger radiators in three rooms were enough for us. Nobody had to open the walls.</p></article>
<article><h3>marten_k</h3><p>Ask two firms for a calculation of the heat load before you decide. The first one we asked had guessed.</p></article>`,
    },
  ],
};

export const adviceCentre: Site = {
  host: 'www.energyadvice-centre.org',
  name: 'Energy Advice Centre',
  pages: [
    {
      path: '/heat-pumps/old-houses',
      title: 'Is a heat pump worth it in an old house?',
      body: `<p>In many old houses a heat pump is worth it when the water in the radiators need not be hotter than 50 degrees on the coldest day.</p>
<p>Speaking against it: an installation in an old house costs about 27,000 euros before subsidies, and a badly planned one uses much electricity.</p>
<p>Speaking for it: three quarters of the heat come from outside air, and prices for oil and gas are expected to rise.</p>
<h2>How to find out</h2><p>Set your boiler to 50 degrees for a cold week. If the house stays warm, it is ready.</p>`,
    },
  ],
};
