import type { Objective } from './objective.ts';

// The seven kinds of questions.

const fact: Objective = {
  name: 'fact',
  kind: 'reading',
  understood: {
    objective: 'How tall is the tallest mountain in Africa, in metres and feet?',
    query: 'tallest mountain in Africa height in metres and feet',
    wants: [
      {
        item: 'height of the tallest mountain in Africa in metres',
        says: [/\d[\d,.]* ?(?:m\b|metres|meters)/, /(?<!second )tallest mountain in Africa/i],
      },
      {
        item: 'height of the tallest mountain in Africa in feet',
        says: [/\d[\d,.]* ?(?:ft\b|feet)/, /(?<!second )tallest mountain in Africa/i],
      },
    ],
  },
  required: [
    { fact: '5,895 metres', says: /5,?895 ?(?:m\b|met)/ },
    { fact: '19,341 feet', says: /19,?341 ?(?:ft|feet)/ },
  ],
  forbidden: [/6,?412/, /21,?037/, /5,?199/, /17,?057/],
};

const documentation: Objective = {
  name: 'documentation',
  kind: 'reading',
  understood: {
    objective:
      'In the Lumenkit documentation, which function writes a file atomically, what is the default of its fsync parameter, and since which version does it exist?',
    query: 'Lumenkit documentation function writes a file atomically fsync default version',
    wants: [
      { item: 'function that writes a file atomically', says: [/writes? (?:a )?files? atomically:/i] },
      { item: 'default of its fsync parameter', says: [/write_atomic.*fsync=|fsync=\w+.*default/] },
      {
        item: 'version since which the function that writes atomically exists',
        says: [/version \d/i, /write_atomic/],
      },
    ],
  },
  required: [
    { fact: 'write_atomic', says: /write_atomic/ },
    { fact: 'fsync=True', says: /fsync\W+(?:is |defaults to )?True/i },
    { fact: 'version 3.4', says: /\b3\.4\b/ },
  ],
  forbidden: [/write_atomic[^.\n]*fsync=False/, /version 1\.2: the function write_text/],
};

const opinion: Objective = {
  name: 'opinion',
  kind: 'reading',
  understood: {
    objective:
      'Is a heat pump worth it in an old house? Say what speaks for and against it, and what you think.',
    query: 'heat pump old house worth it for and against',
    wants: [
      { item: 'what speaks for a heat pump in an old house', says: [/speaking for it|was worth it/i] },
      { item: 'what speaks against a heat pump in an old house', says: [/speaking against|^"?against it/i] },
    ],
    view: 'it depends on how hot the water in the radiators has to be, so try that out first.',
  },
  required: [
    { fact: 'something for it', says: /(?:speaking for|worth it).*\[\d+\]/i },
    { fact: 'something against it', says: /against.*\[\d+\]/i },
    { fact: 'a view', says: /^\W*My view:/m },
  ],
  forbidden: [],
};

const comparison: Objective = {
  name: 'comparison',
  kind: 'reading',
  understood: {
    objective: 'Compare the backpacks Bosun 40 and Trekker 38: weight, volume and price of each.',
    query: 'Bosun 40 Trekker 38 backpack weight volume price',
    wants: [
      { item: 'weight, volume and price of the Bosun 40', says: [/Bosun 40/, /\d ?g\b/, /€/] },
      { item: 'weight, volume and price of the Trekker 38', says: [/Trekker 38/, /\d ?g\b/, /€/] },
    ],
  },
  required: [
    { fact: 'Bosun 40: 1,480 g, 40 l, 149 €', says: /Bosun 40\D.*1,480 ?g.*40 l.*149 ?€/ },
    { fact: 'Trekker 38: 1,250 g, 38 l, 129 €', says: /Trekker 38\D.*1,250 ?g.*38 l.*129 ?€/ },
  ],
  forbidden: [/Bosun 40 (?:weighs )?1,(?:250|720)/, /Trekker 38 (?:weighs )?1,480/],
};

const steps = [
  'Switch the torch off',
  'two T6 screws',
  'old battery out',
  'plus pole',
  'Grease',
  'Tighten the two screws',
];

const howTo: Objective = {
  name: 'how-to',
  kind: 'reading',
  understood: {
    objective: 'How do I replace the battery of a Fernweh E2 torch? Give every step in order.',
    query: 'replace battery Fernweh E2 torch steps',
    wants: [
      {
        item: 'every step to replace the battery of a Fernweh E2 torch',
        says: [/^Step \d/],
        count: 2,
        every: true,
      },
    ],
  },
  required: steps.map((step) => ({ fact: step, says: new RegExp(step) })),
  forbidden: [/cannot be replaced/, /send the torch to us/i],
};

const list: Objective = {
  name: 'list',
  kind: 'reading',
  understood: {
    objective: 'List 3 museums in Larkstadt that are free on Sundays and open on Sundays after 18:00.',
    query: 'museums in Larkstadt free on Sundays open after 18:00',
    wants: [
      {
        item: '3 museums in Larkstadt that are free on Sundays and open on Sundays after 18:00',
        says: [/free on Sundays/, /until (?:18:[1-5]|19|2\d)/],
        count: 3,
      },
    ],
  },
  required: ['Harbour Museum', 'Museum of Printing', 'Poster Gallery'].map((name) => ({
    fact: name,
    says: new RegExp(name),
  })),
  forbidden: [/Museum of Clocks/, /Glass House/, /Natural History/, /Railway/, /Castle Collection/],
};

const explanation: Objective = {
  name: 'explanation',
  kind: 'reading',
  understood: {
    objective: 'Explain how tidal locking comes about and why we always see the same face of the Moon.',
    query: 'how tidal locking comes about same face of the Moon',
    wants: [
      { item: 'how tidal locking comes about: what slows the rotation', says: [/slows the rotation/] },
      { item: 'why we always see the same face of the Moon', says: [/27\.3 days/] },
      {
        item: 'when tidal slowing ends: rotation and orbit take the same time',
        says: [/rotation and orbit take the same time/],
      },
    ],
  },
  required: [
    { fact: 'a torque slows the rotation', says: /torque slows the rotation/ },
    { fact: 'until rotation and orbit take the same time', says: /rotation and orbit take the same time/ },
    { fact: '27.3 days', says: /27\.3 days/ },
  ],
  forbidden: [/Moon (?:does not|doesn't) (?:turn|rotate)/],
};

export const readingObjectives: readonly Objective[] = [
  fact,
  documentation,
  opinion,
  comparison,
  howTo,
  list,
  explanation,
];
