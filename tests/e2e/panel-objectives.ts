import type { Understanding } from '../scripted-models/understanding.ts';

// What the scripted model understands of the objectives that are typed into the panel.

export const fact: Understanding = {
  objective: 'How tall is the tallest mountain in Africa, in metres and feet?',
  query: 'tallest mountain in Africa height in metres and feet',
  wants: [
    {
      item: 'height of the tallest mountain in Africa in metres',
      says: [/\d[\d,.]* ?(?:m\b|metres|meters)/, /tallest mountain in Africa/i],
    },
    {
      item: 'height of the tallest mountain in Africa in feet',
      says: [/\d[\d,.]* ?(?:ft\b|feet)/, /tallest mountain in Africa/i],
    },
  ],
};

export const registration: Understanding = {
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
};
