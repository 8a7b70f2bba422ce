import { fold } from '../../../native-host/agent/evidence/fold.ts';

// Ways to make a sentence false, or to write it otherwise, so that it is known what a matcher must answer.

export type Draw = (below: number) => number;

/** Numbers that look drawn by chance and are the same each time. */
export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type Alteration = {
  readonly name: string;
  /** `true`: still what the page says; `false`: not any more. */
  readonly says: boolean;
  /** The altered sentence; null where there is nothing to alter. `others` are sentences of the same page. */
  alter(sentence: string, others: readonly string[], draw: Draw): string | null;
};

export const alterations: readonly Alteration[] = [
  { name: 'copied', says: true, alter: (sentence) => sentence },
  { name: 'without its full stop', says: true, alter: (sentence) => sentence.replace(/[.!?]+["”’]?$/u, '') },
  {
    name: 'folded and straight quotes',
    says: true,
    alter: (sentence) => straightened(sentence).toLowerCase(),
  },
  { name: 'a number changed', says: false, alter: numberChanged },
  { name: 'two numbers swapped', says: false, alter: numbersSwapped },
  { name: 'denied', says: false, alter: denied },
  { name: 'denial dropped', says: false, alter: denialDropped },
  { name: 'two names swapped', says: false, alter: namesSwapped },
  { name: 'a name of another sentence', says: false, alter: nameReplaced },
  { name: 'words shuffled', says: false, alter: shuffled },
  { name: 'head of one, tail of another', says: false, alter: merged },
  { name: 'a word of another sentence', says: false, alter: wordReplaced },
];

function straightened(sentence: string): string {
  return sentence
    .replace(/[“”„«»]/gu, '"')
    .replace(/[’‘]/gu, "'")
    .replace(/[–—]/gu, '-');
}

function numberChanged(sentence: string, _: readonly string[], draw: Draw): string | null {
  const numbers = [...sentence.matchAll(/\d+/g)];
  const one = numbers[draw(Math.max(1, numbers.length))];
  if (one === undefined) return null;
  const digit = Number(one[0].at(-1));
  const changed = `${one[0].slice(0, -1)}${(digit + 1 + draw(8)) % 10}`;
  return `${sentence.slice(0, one.index)}${changed}${sentence.slice(one.index + one[0].length)}`;
}

function numbersSwapped(sentence: string): string | null {
  const [a, b] = [...sentence.matchAll(/\d+(?:[.,]\d+)*/g)];
  if (a === undefined || b === undefined || a[0] === b[0]) return null;
  const between = sentence.slice(a.index + a[0].length, b.index);
  return `${sentence.slice(0, a.index)}${b[0]}${between}${a[0]}${sentence.slice(b.index + b[0].length)}`;
}

const verbs = /\b(is|are|was|were|has|have|had|will|can|would|could)\b(?! not|n't|n’t)/;

function denied(sentence: string): string | null {
  return verbs.test(sentence) ? sentence.replace(verbs, '$1 not') : null;
}

function denialDropped(sentence: string): string | null {
  const dropped = sentence.replace(/ not\b|n['’]t\b|\bno (?=\w)|\bnever /, '');
  return dropped === sentence ? null : dropped;
}

const nameIn = /(?<=[a-z,] )\p{Lu}\p{L}{2,}(?: \p{Lu}\p{L}+)*/gu;

function namesSwapped(sentence: string): string | null {
  const [a, b] = [...sentence.matchAll(nameIn)];
  if (a === undefined || b === undefined || fold(a[0]) === fold(b[0])) return null;
  const between = sentence.slice(a.index + a[0].length, b.index);
  const joins = /^,? (?:and|or|&|,) $|^, $/.test(between);
  if (joins) return null;
  return `${sentence.slice(0, a.index)}${b[0]}${between}${a[0]}${sentence.slice(b.index + b[0].length)}`;
}

function nameReplaced(sentence: string, others: readonly string[], draw: Draw): string | null {
  const own = [...sentence.matchAll(nameIn)];
  const one = own[draw(Math.max(1, own.length))];
  const strangers = others.flatMap((other) => [...other.matchAll(nameIn)].map(([name]) => name));
  const fresh = strangers.filter((name) => !name.split(' ').some((word) => sentence.includes(word)));
  const other = fresh[draw(Math.max(1, fresh.length))];
  if (one === undefined || other === undefined) return null;
  return `${sentence.slice(0, one.index)}${other}${sentence.slice(one.index + one[0].length)}`;
}

function shuffled(sentence: string, _: readonly string[], draw: Draw): string | null {
  const words = sentence.split(' ');
  if (words.length < 6) return null;
  for (let at = words.length - 1; at > 0; at--) {
    const other = draw(at + 1);
    [words[at], words[other]] = [words[other] ?? '', words[at] ?? ''];
  }
  return words.join(' ');
}

function merged(sentence: string, others: readonly string[], draw: Draw): string | null {
  const other = others[draw(Math.max(1, others.length))];
  if (other === undefined) return null;
  const [head, tail] = [sentence.split(' '), other.split(' ')];
  if (head.length < 8 || tail.length < 8) return null;
  return [...head.slice(0, head.length >> 1), ...tail.slice(tail.length >> 1)].join(' ');
}

function wordReplaced(sentence: string, others: readonly string[], draw: Draw): string | null {
  const words = [...sentence.matchAll(/\b[a-z]{6,}\b/g)];
  const one = words[draw(Math.max(1, words.length))];
  const strangers = others.flatMap((other) => [...other.matchAll(/\b[a-z]{6,}\b/g)].map(([word]) => word));
  const fresh = strangers.filter((word) => !sentence.toLowerCase().includes(word.slice(0, 4)));
  const other = fresh[draw(Math.max(1, fresh.length))];
  if (one === undefined || other === undefined) return null;
  return `${sentence.slice(0, one.index)}${other}${sentence.slice(one.index + one[0].length)}`;
}
