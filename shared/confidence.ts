// How sure a value is, from 0 to 1. None of these numbers was measured: they put values in an order, so that a person looks at
// the least sure first. What each one stands for is said beside it.

/** Code read it in the page's own text, where the template says. Not 1, since a right reading can be of the wrong page. */
export const readFromPage = 0.99;

/** The same, but the step's selector no longer found its element, and another was taken in its place. */
export const readWithMendedSelector = 0.9;

/** The same, but the table says of itself that rows or cells of it were not read. */
export const readFromPart = 0.8;

/** A script of the template returned it: read by code, but by more of it than one tool, and perhaps worked out. */
export const returnedByScript = 0.95;

/** A step of the template asked a model about what other steps had read. */
export const answeredByModel = 0.7;

/** A model's own word for what it read in a picture counts up to this: models are surer than they are right. */
export const pictureMost = 0.95;

/** Of a value that a model read in a picture, by what it said of itself. */
export function ofPicture(saidByModel: number): number {
  return Math.min(pictureMost, Math.max(0, saidByModel));
}

/** Page and picture agree: both would have to be wrong in the same way. They are read by different means, so chances multiply. */
export function ofAgreement(one: number, other: number): number {
  return 1 - (1 - one) * (1 - other);
}

/** Page and picture disagree: one of them is wrong, and nothing says which, so what the winner had is halved. */
export function ofConflict(winner: number): number {
  return winner / 2;
}

/** Computed exactly, so as sure as the least sure of what went in: values of one page are right or wrong together. */
export function ofComputed(parts: readonly number[]): number {
  return Math.min(1, ...parts);
}
