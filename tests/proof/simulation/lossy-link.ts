import type { Port } from '../../../shared/protocol/port.ts';
import type { Seeded } from '../seeded.ts';

const delayMsMax = 300;
const slowMsMax = 12_000;

/**
 * Two ends of a connection that loses, doubles, delays and swaps messages by chance, until it is cut. The real one does none of
 * it but end; what holds here holds there.
 */
export const lossyLink = (chance: Seeded) => {
  const messages: ((message: unknown) => void)[] = [];
  const closes: ((reason: string) => void)[] = [];
  let open = true;
  const deliver = (to: number, message: unknown): void => {
    // Now and then one is so late that whoever sent it has given up.
    const ms = chance.below(chance.below(12) === 0 ? slowMsMax : delayMsMax);
    setTimeout(() => {
      if (open) messages[to]?.(JSON.parse(JSON.stringify(message)));
    }, ms);
  };
  const cut = (): void => {
    if (!open) return;
    open = false;
    for (const close of closes) close('the link was cut.');
  };
  const end = (to: number): Port => ({
    send(message) {
      const luck = chance.below(100);
      if (luck >= 6) deliver(to, message);
      if (luck >= 90) deliver(to, message);
    },
    onMessage: (callback) => {
      messages[1 - to] = callback;
    },
    onClose: (callback) => void closes.push(callback),
    close: cut,
  });
  return { host: end(1), browser: end(0), cut, isOpen: () => open };
};
export type LossyLink = ReturnType<typeof lossyLink>;
