import { z } from 'zod';

/**
 * How a secret gets to its site. `dom`: into the field itself. `wire`: the page holds a stand-in, and the browser puts the value
 * into the one request that is bound for an allowed origin. `auto`: `wire` where the field's form is sent by the browser
 * itself, `dom` elsewhere.
 */
export const SecretDelivery = z.enum(['dom', 'wire', 'auto']);
export type SecretDelivery = z.infer<typeof SecretDelivery>;
