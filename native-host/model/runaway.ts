// Small models go round in circles: the same words again and again, or blanks without end inside a JSON form.

const periodCharactersMax = 200;
const repeatedCharactersMin = 240;
const roundsMin = 4;
const blanksMax = 120;

/**
 * Where a text has begun to repeat itself to its end: the length up to which it is worth keeping, or null. Numbers and
 * rulers in tables repeat too, so a short piece has to come back very often.
 */
export function runawayFrom(text: string): number | null {
  const blanks = text.length - text.trimEnd().length;
  if (blanks > blanksMax) return text.length - blanks;
  if (text.length < repeatedCharactersMin) return null;
  for (let period = 1; period <= periodCharactersMax; period++) {
    const repeated = repeatedAtEnd(text, period);
    if (repeated >= Math.max(repeatedCharactersMin, (roundsMin - 1) * period)) return text.length - repeated;
  }
  return null;
}

/** How many of the last characters are the same as those one period before them. */
function repeatedAtEnd(text: string, period: number): number {
  let same = 0;
  const most = Math.min(text.length - period, repeatedCharactersMin + periodCharactersMax * roundsMin);
  while (same < most && text[text.length - 1 - same] === text[text.length - 1 - same - period]) same += 1;
  return same;
}
