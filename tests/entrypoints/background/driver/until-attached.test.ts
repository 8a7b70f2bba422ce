import { expect, test } from 'vitest';
import { attachFault } from '../../../../entrypoints/background/driver/cdp-errors.ts';
import { untilAttached } from '../../../../entrypoints/background/driver/until-attached.ts';
import { attempt, FaultError } from '../../../../shared/faults.ts';

const locked = 'Cannot access a chrome-extension:// URL of different extension';

/** A page whose session is refused with these words, one a try, and then is there. */
function refusing(...words: readonly string[]) {
  const left = [...words];
  let tries = 0;
  return {
    tries: () => tries,
    ensureAttached: async () => {
      tries += 1;
      const said = left.shift();
      if (said !== undefined) throw new FaultError(attachFault(said));
    },
  };
}

test('a page that another extension’s frame locks is attached to once that is gone', async () => {
  const page = refusing(locked, locked);
  await untilAttached(page, 10_000);
  expect(page.tries()).toBe(3);
});

test('without patience, and for any other refusal, it is told at once', async () => {
  for (const [said, patienceMs] of [
    [locked, 0],
    ['Cannot attach to this target', 10_000],
  ] as const) {
    const page = refusing(said, said, said);
    expect((await attempt(() => untilAttached(page, patienceMs))).ok).toBe(false);
    expect(page.tries()).toBe(1);
  }
});
