/** Puts work that asks the person something after all such work before it, so that nothing is asked at once. */
export type PersonTurns = (work: () => Promise<void>) => void;

export function createPersonTurns(): PersonTurns {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
  };
}
