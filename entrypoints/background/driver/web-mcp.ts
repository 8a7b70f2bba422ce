import { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import { pause } from './deadline.ts';
import type { Debuggee } from './debuggee.ts';
import type { Overhear } from './frame-sessions.ts';

// WebMCP: tools that a page registers for agents (`document.modelContext`, or a form with `toolname`). They are listed and
// called through the debugger's domain, which the page can neither see nor change. It is switched on for one call
// and off again; while it is on it tells of every tool in every document.

const Tool = z.object({
  name: z.string(),
  description: z.string().default(''),
  inputSchema: z.json().optional(),
  annotations: z.object({ readOnly: z.boolean().optional(), autosubmit: z.boolean().optional() }).default({}),
  frameId: z.string(),
  /** Set for a tool that is a form. */
  backendNodeId: z.int().optional(),
});
const ToolsAdded = z.object({ tools: z.array(z.unknown()) });
const Responded = z.object({
  invocationId: z.string(),
  status: z.string(),
  output: z.json().optional(),
  errorText: z.string().default(''),
  exception: z.object({ description: z.string().default('') }).optional(),
});
const Invoked = z.object({ invocationId: z.string() });
const FrameTree: z.ZodType<FrameTree> = z.object({
  frame: z.object({ id: z.string(), securityOrigin: z.string() }),
  childFrames: z.lazy(() => z.array(FrameTree)).optional(),
});
type FrameTree = {
  readonly frame: { readonly id: string; readonly securityOrigin: string };
  readonly childFrames?: FrameTree[] | undefined;
};

export type PageTool = {
  readonly name: string;
  readonly description: string;
  readonly schema: z.infer<ReturnType<typeof z.json>>;
  readonly saysReadOnly: boolean;
  /** A form that is filled in, and that a person or a click must submit. */
  readonly waitsForSubmit: boolean;
  readonly site: string;
  readonly sessionId: string | undefined;
  readonly frameId: string;
};

export type Answer = z.infer<typeof Responded>;

/** The sessions of a tab, and the way to hear them. */
export type Sessions = {
  readonly debuggee: Pick<Debuggee, 'send' | 'children'>;
  readonly overhear: Overhear;
};

/** Tools that are looked at; a page may register any number. */
const toolsMax = 200;
const framesMax = 500;
const lookMs = 20;
/** Longest wait for a document to say which tools it has; one that is busy has none for now. */
const switchMs = 3_000;

/** What can be done with a page's tools while the domain is on. */
export type PageToolbox = {
  readonly tools: readonly PageTool[];
  /** Calls a tool; gives a function that tells the answer, null while there is none, and one that gives up. */
  readonly invoke: (
    tool: PageTool,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly answer: () => Answer | null; readonly cancel: () => Promise<void> }>;
};

/** Switches the domain on in every process of the page, for the time of `use`. Null: this browser has no WebMCP. */
export async function withPageTools<T>(
  { debuggee, overhear }: Sessions,
  use: (toolbox: PageToolbox) => Promise<T>,
): Promise<T | null> {
  const sessions = [undefined, ...debuggee.children.keys()];
  const found: { readonly sessionId: string | undefined; readonly tool: z.infer<typeof Tool> }[] = [];
  const answers = new Map<string, Answer>();
  const stop = overhear((sessionId, method, params) => {
    if (method === 'WebMCP.toolsAdded' && found.length < toolsMax) {
      for (const one of ToolsAdded.safeParse(params).data?.tools ?? []) {
        const tool = Tool.safeParse(one).data;
        if (tool !== undefined) found.push({ sessionId, tool });
      }
    }
    const answer = method === 'WebMCP.toolResponded' ? Responded.safeParse(params).data : undefined;
    if (answer !== undefined && !answers.has(answer.invocationId)) answers.set(answer.invocationId, answer);
  });
  const quietly = (method: string, sessionId: string | undefined) =>
    debuggee.send(method, {}, { sessionId, timeoutMs: switchMs }).then(
      () => true,
      () => false,
    );
  try {
    const [hasDomain] = await Promise.all(sessions.map((sessionId) => quietly('WebMCP.enable', sessionId)));
    if (hasDomain !== true) return null;
    // Events come before the answer, in a turn of their own.
    await pause(lookMs);
    const sites = await sitesOf(debuggee, sessions);
    return await use({
      tools: found.slice(0, toolsMax).map(({ tool, sessionId }) => ({
        name: tool.name,
        description: tool.description,
        schema: tool.inputSchema ?? null,
        saysReadOnly: tool.annotations.readOnly === true,
        waitsForSubmit: tool.backendNodeId !== undefined && tool.annotations.autosubmit !== true,
        site: sites.get(tool.frameId) ?? 'null',
        sessionId,
        frameId: tool.frameId,
      })),
      async invoke({ frameId, name, sessionId }, input) {
        const params = { frameId, toolName: name, input };
        const { invocationId } = Invoked.parse(
          await debuggee.send('WebMCP.invokeTool', params, { sessionId }).catch(raiseNotCalled),
        );
        return {
          answer: () => answers.get(invocationId) ?? null,
          cancel: async () => {
            await debuggee
              .send('WebMCP.cancelInvocation', { invocationId }, { sessionId })
              .catch(() => undefined);
          },
        };
      },
    });
  } finally {
    stop();
    // Not waited for: a page with an open dialog would not answer.
    const known = new Set([undefined, ...debuggee.children.keys()]);
    for (const id of sessions) if (known.has(id)) void quietly('WebMCP.disable', id);
  }
}

function raiseNotCalled(error: unknown): never {
  if (!(error instanceof FaultError) || error.fault.code !== 'internal') throw error;
  return raise('not-found', 'The page no longer offers this tool.', 'List the tools of the page again.');
}

/** Origin of every frame, by the debugger's id. */
async function sitesOf(
  debuggee: Sessions['debuggee'],
  sessions: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const sites = new Map<string, string>();
  const note = ({ frame, childFrames }: FrameTree): void => {
    if (sites.size >= framesMax) return;
    sites.set(frame.id, originOf(frame.securityOrigin));
    for (const child of childFrames ?? []) note(child);
  };
  const trees = await Promise.all(
    sessions.map((sessionId) =>
      debuggee.send('Page.getFrameTree', {}, { sessionId, timeoutMs: switchMs }).catch(() => null),
    ),
  );
  // A frame in another process is in its own session's tree with its own origin; so that one is noted last.
  for (const tree of trees) {
    const parsed = z.object({ frameTree: FrameTree }).safeParse(tree).data;
    if (parsed !== undefined) note(parsed.frameTree);
  }
  return sites;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
