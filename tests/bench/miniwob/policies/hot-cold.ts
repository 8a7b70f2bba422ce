import type { Policies, Policy } from '../policy.ts';
import { must, one, type Point } from './look.ts';

// A hidden point is told by words for how near the pointer is to it. Each move goes where the answer leaves the fewest places.

/** Distances in pixels below which the word is said; the last is said for all that is farther. */
const words = [
  { word: 'HOT', below: 5 },
  { word: 'WARM', below: 10 },
  { word: 'COLD', below: 40 },
  { word: 'ICE COLD', below: Number.POSITIVE_INFINITY },
] as const;
const movesMax = 50;
/** So few places are tried out one after the other. */
const fewPlaces = 150;
const probeStep = 6;

/** The page counts in whole pixels and from another corner; so much may a distance differ. */
const slack = 1.5;

function wordFor(probe: Point, place: Point): string {
  return wordAt(Math.hypot(probe.x - place.x, probe.y - place.y));
}

function wordAt(distance: number): string {
  return words.find(({ below }) => distance < below)?.word ?? '';
}

function mayBe(probe: Point, place: Point, word: string): boolean {
  const distance = Math.hypot(probe.x - place.x, probe.y - place.y);
  return wordAt(distance - slack) === word || wordAt(distance + slack) === word;
}

/** The probe whose worst answer leaves the fewest places. */
function bestProbe(places: readonly Point[], width: number, height: number): Point {
  let best = { x: width / 2, y: height / 2 };
  let least = Number.POSITIVE_INFINITY;
  const few =
    places.length > 800 ? places.filter((_, at) => at % Math.ceil(places.length / 800) === 0) : places;
  const step = places.length < 300 ? 2 : probeStep;
  for (let x = 2; x < width - 1; x += step) {
    for (let y = 2; y < height - 1; y += step) {
      const counts = new Map<string, number>();
      for (const place of few) {
        const word = wordFor({ x, y }, place);
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      const most = Math.max(...counts.values());
      if (most < least) [best, least] = [{ x, y }, most];
    }
  }
  return best;
}

/** The place nearest to the middle of them all. */
function middleOf(places: readonly Point[]): Point {
  const middle = {
    x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
    y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
  };
  const away = ({ x, y }: Point) => Math.hypot(x - middle.x, y - middle.y);
  return must([...places].sort((one, other) => away(one) - away(other))[0], 'place left');
}

const findHeat: Policy = async (_utterance, tools) => {
  const { width, height } = (await one(tools, '#touch-area')).box;
  let places: readonly Point[] = Array.from({ length: Math.ceil(width) * Math.ceil(height) }, (_, at) => ({
    x: at % Math.ceil(width),
    y: Math.floor(at / Math.ceil(width)),
  }));
  for (let move = 0; move < movesMax; move++) {
    const position = places.length < fewPlaces ? middleOf(places) : bestProbe(places, width, height);
    await tools.hover({ selector: '#touch-area', position });
    const said = must((await one(tools, '#signal')).text, 'word');
    if (said === 'HOT') {
      await tools.click({ selector: '#touch-area', position });
      return;
    }
    const isOver = (place: Point) =>
      Math.hypot(place.x - position.x, place.y - position.y) < words[0].below - slack;
    places = places.filter((place) => mayBe(position, place, said) && !isOver(place));
  }
};

export const hotCold: Policies = { 'hot-cold': findHeat };
