import type { Site } from '../site.ts';

// Reference pages with a long table of contents, and an explanation that is spread over several of them.

const kilimanjaro = `
<p><b>Mount Kilimanjaro</b> is a dormant volcano in the north-east of Tanzania. It is the tallest mountain in Africa, and the tallest in the world that stands by itself, at 5,895 metres (19,341 feet) above sea level. It has three cones: Kibo, Mawenzi and Shira.</p>
<nav aria-label="Contents"><h2>Contents</h2><ol>
<li><a href="#name">Name</a></li><li><a href="#cones">The three cones</a></li><li><a href="#height">History of the height</a></li>
<li><a href="#ice">Ice</a></li><li><a href="#climate">Climate zones</a></li><li><a href="#climbing">Climbing</a></li><li><a href="#park">National park</a></li></ol></nav>
<h2 id="name">Name</h2>
<p>Where the name comes from is not known. Travellers of the nineteenth century wrote it down in several ways, and each had an explanation of his own. The Chagga, who live on its slopes, name the two visible peaks and had no word for the whole. A reading as "mountain of greatness" was popular with missionaries; another takes the second half for a word for caravan. Neither has been shown.</p>
<h2 id="cones">The three cones</h2>
<p>Shira is the oldest of the cones and has collapsed; what is left is a plateau on the western side. Mawenzi, in the east, is a jagged ruin of lava walls, and climbing it needs ropes. Kibo lies between them, is the youngest, and carries the summit on the rim of its crater, Uhuru Peak. It is dormant, not extinct: gas still leaves the inner crater. Shira and Mawenzi will not erupt again.</p>
<p>The lava of Kibo covered the saddle between it and Mawenzi, a plain of cold desert that walkers cross for hours. Its last great eruption lies about 360,000 years back. The most recent activity that left a trace was some 200 years ago.</p>
<h2 id="height">History of the height</h2>
<p>Heights told for the summit have changed with the means of measuring. A German survey of 1912 gave 5,892 metres. A satellite survey in 1999 came to 5,892 metres, one in 2008 to 5,891 metres, and another in 2014 to 5,899 metres. On the sign at the summit, and on the maps of the park, stands the figure that is given at the top of this page.</p>
<h2 id="ice">Ice</h2>
<p>Ice covered 11.4 square kilometres of the summit in 1912 and 1.76 in 2011. The walls of ice at the northern field stand upright, since they lose mass by sunlight and dry air rather than by warmth. Most who study them expect them to be gone by 2040.</p>
<h2 id="climate">Climate zones</h2>
<p>Five belts follow each other up the slope: farmland, rain forest, heath, alpine desert and the ice. Rain falls mostly in the forest, from March to May and again in November. On the summit nights are between 7 and 16 degrees below freezing.</p>
<h2 id="climbing">Climbing</h2>
<p>Hans Meyer and Ludwig Purtscheller reached the highest point on 6 October 1889, on Meyer's third attempt. Seven routes are open today. The Marangu route has huts; the others are camped. Most who fail turn back because they went up too fast.</p>
<h2 id="park">National park</h2>
<p>The mountain has been a national park since 1973. About fifty thousand people a year set out for the summit. Fees pay for much of the upkeep of other parks of the country.</p>`;

const mountKenya = `
<p><b>Mount Kenya</b> is the second tallest mountain in Africa, after Kilimanjaro. Its highest summits are Batian at 5,199 metres (17,057 feet), Nelion and Point Lenana. It is an old volcano, once much taller, worn down by ice.</p>
<h2>Climbing</h2><p>Point Lenana is a walk; Batian and Nelion are rock climbs of many pitches.</p>`;

const locking = `
<p><b>Tidal locking</b> is the state in which a body turns around its axis in the same time in which it goes around its partner, so that one face always looks towards the partner. The Moon is the nearest example. How the state comes about is told on the page <a href="/wiki/Tidal_bulge">Tidal bulge</a>; what it means for the Moon on the page <a href="/wiki/Rotation_of_the_Moon">Rotation of the Moon</a>.</p>
<h2>Where it is found</h2><p>Most large moons of the solar system are locked to their planets. Pluto and Charon are locked to each other.</p>`;

const bulge = `
<p>Gravity of a partner pulls harder on the near side of a body than on the far side, and so stretches it into a bulge that points at the partner. This is the <b>tidal bulge</b>.</p>
<p>While the body turns faster than its partner goes round, friction carries the bulge ahead of the line to the partner. The partner pulls back on the bulge, and this torque slows the rotation down. It goes on until rotation and orbit take the same time; then the bulge stands still and the torque is gone.</p>
<h2>How long it takes</h2><p>The time grows with the sixth power of the distance, so near moons lock first.</p>`;

const moonRotation = `
<p>The Moon turns around its axis once in 27.3 days, which is exactly the time of one orbit around the Earth. Therefore we always see the same face of it.</p>
<p>Because its orbit is not a perfect circle, the Moon seems to nod and sway a little. This libration lets us see about 59 percent of its surface over time.</p>
<h2>A common mistake</h2><p>The Moon does turn; a Moon that did not would show us all its sides in one month.</p>`;

export const encyclopedia: Site = {
  host: 'www.openlexicon.org',
  name: 'Open Lexicon',
  pages: [
    { path: '/wiki/Mount_Kilimanjaro', title: 'Mount Kilimanjaro', body: kilimanjaro },
    { path: '/wiki/Mount_Kenya', title: 'Mount Kenya', body: mountKenya },
    { path: '/wiki/Tidal_locking', title: 'Tidal locking', body: locking },
    { path: '/wiki/Tidal_bulge', title: 'Tidal bulge', body: bulge },
    { path: '/wiki/Rotation_of_the_Moon', title: 'Rotation of the Moon', body: moonRotation },
    {
      path: '/',
      title: 'Open Lexicon',
      body: '<p>An encyclopedia that everyone may use.</p>',
      unlisted: true,
    },
  ],
};
