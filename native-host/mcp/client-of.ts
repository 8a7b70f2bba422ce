import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Where the older revisions keep what the client said of itself once: the server. */
export type Asker = Readonly<{
  getClientVersion(): { readonly name: string } | undefined;
  getClientCapabilities(): unknown;
}>;

const Info = z.object({ name: z.string() });
const CanAsk = z.object({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }),
});

/** What is known of the client: its own name, and whether it can put a question to its person. The newer revision says it with each request. */
export function clientOf(
  context: ServerContext,
  asker: Asker,
): { readonly name: string; readonly canAsk: boolean } {
  const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
  const info = Info.safeParse(envelope[CLIENT_INFO_META_KEY] ?? asker.getClientVersion());
  const asks = CanAsk.safeParse(envelope[CLIENT_CAPABILITIES_META_KEY] ?? asker.getClientCapabilities());
  const { form, url } = asks.data?.elicitation ?? {};
  // A client that says no more than that it can ask means forms.
  const canAsk = asks.success && (form !== undefined || url === undefined);
  return { name: info.data?.name ?? 'client', canAsk };
}
