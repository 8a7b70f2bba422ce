import { form } from '../bench/objectives/acting-objectives.ts';
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

export const registration: Understanding = form.understood;
