import { type Picture, readPng } from './read-png.ts';

// How many corners the outline of one regular figure has, from its picture alone: the distance of the line from the middle goes
// up and down once a side.

const directions = 360;
const darkMax = 128;

export function sidesOf(png: string): number {
  const picture = readPng(Buffer.from(png, 'base64'));
  const distances = Array.from({ length: directions }, (_, at) =>
    distanceIn(picture, (at * 2 * Math.PI) / directions),
  );
  const candidates = [3, 4, 5, 6, 7];
  const strengths = candidates.map((sides) => wave(distances, sides));
  return candidates[strengths.indexOf(Math.max(...strengths))] ?? 0;
}

/** How far from the middle the dark line lies in a direction. */
function distanceIn(picture: Picture, angle: number): number {
  const far = Math.min(picture.width, picture.height) / 2 - 2;
  let [sum, weight] = [0, 0];
  for (let distance = 5; distance < far; distance += 0.5) {
    const x = Math.round(picture.width / 2 + distance * Math.cos(angle));
    const y = Math.round(picture.height / 2 + distance * Math.sin(angle));
    const dark = Math.max(0, darkMax - brightness(picture, x, y));
    sum += dark * distance;
    weight += dark;
  }
  return weight === 0 ? 0 : sum / weight;
}

function brightness({ width, channels, pixels }: Picture, x: number, y: number): number {
  const at = (y * width + x) * channels;
  return ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
}

/** How much of a wave with so many tops a turn there is in the values. */
function wave(values: readonly number[], tops: number): number {
  let [real, imaginary] = [0, 0];
  for (const [at, value] of values.entries()) {
    const angle = (at * tops * 2 * Math.PI) / values.length;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return Math.hypot(real, imaginary);
}
