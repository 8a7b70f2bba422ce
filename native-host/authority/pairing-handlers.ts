import { raise } from '../../shared/faults.ts';
import type { PairedClientInfo, pairingRequests } from '../../shared/protocol/mcp-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import { tools } from '../../shared/tools/index.ts';
import type { Pairing } from '../pairing/pairing.ts';
import type { PairedClient } from '../pairing/pairing-file.ts';
import { parseResourceRule } from '../policy/resource-rule.ts';
import { given } from './surfaces.ts';

/** Pairing, as the command line and the HTTP server ask for it. A token is told once, to the client that brought the code. */
export function pairingHandlers(pairing: Pairing): Handlers<typeof pairingRequests> {
  return {
    'pairing.offer': async ({ name, scope, days }) => {
      const sites = scope.sites?.map(exactOrigin) ?? null;
      const unknown = scope.tools?.find((tool) => !tools.has(tool));
      if (unknown !== undefined) {
        raise('bad-arguments', `There is no tool "${unknown}".`, 'See `localagent tools`.');
      }
      const { code, until } = given(pairing.offer({ name, scope: { ...scope, sites }, days }));
      return { code, expires_at: new Date(until).toISOString() };
    },
    'pairing.exchange': async ({ code, client }) => {
      const paired = given(pairing.exchange(code, client));
      return { token: paired.token, client: told(paired.client) };
    },
    'pairing.check': async ({ token }) => {
      const holder = pairing.holder(token);
      return { client: holder === null ? null : told(holder) };
    },
    'pairing.clients': async () => ({
      clients: pairing.clients.map(told),
      locked_ms: pairing.lockedMs,
    }),
    'pairing.revoke': async ({ id }) => ({ revoked: pairing.revoke(id) }),
  };
}

function exactOrigin(text: string): string {
  const rule = parseResourceRule(text.startsWith('http') ? `origin:${text}` : text);
  if (!('why' in rule) && rule.kind === 'origin') return rule.key;
  const message = `"${text.slice(0, 100)}" is no exact origin.`;
  return raise('bad-arguments', message, 'Write a site as https://example.com.');
}

function told({ id, name, scope, created_at, expires_at }: PairedClient): PairedClientInfo {
  return { id, name, scope, created_at, expires_at };
}
