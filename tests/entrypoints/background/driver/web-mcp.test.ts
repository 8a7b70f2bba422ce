import { expect, test } from 'vitest';
import { withPageTools } from '../../../../entrypoints/background/driver/web-mcp.ts';
import { raise } from '../../../../shared/faults.ts';

type Listener = (sessionId: string | undefined, method: string, params: unknown) => void;
const added: Readonly<Record<string, readonly unknown[]>> = {
  root: [
    {
      name: 'add',
      description: 'Adds',
      inputSchema: { type: 'object' },
      annotations: { readOnly: true },
      frameId: 'F',
    },
    { name: 'order', description: 'Orders', frameId: 'F', backendNodeId: 4 },
    {
      name: 'order_now',
      description: 'Orders',
      annotations: { autosubmit: true },
      frameId: 'F',
      backendNodeId: 5,
    },
    { nameless: true },
  ],
  child: [{ name: 'inner', frameId: 'G' }],
};
const trees: Readonly<Record<string, unknown>> = {
  root: {
    frame: { id: 'F', securityOrigin: 'https://a.example' },
    childFrames: [{ frame: { id: 'G', securityOrigin: '://' } }],
  },
  child: { frame: { id: 'G', securityOrigin: 'https://b.example' } },
};

function sessions(hasDomain = true) {
  const listeners = new Set<Listener>();
  const sent: string[] = [];
  const tell = (sessionId: string | undefined, method: string, params: unknown) => {
    for (const listener of [...listeners]) listener(sessionId, method, params);
  };
  const debuggee = {
    children: new Map([['child', { parent: null, targetId: 'T' }]]),
    async send(
      method: string,
      _params: Record<string, unknown>,
      { sessionId }: { sessionId?: string | undefined } = {},
    ) {
      sent.push(`${method} ${sessionId ?? 'root'}`);
      if (!hasDomain && method.startsWith('WebMCP.')) raise('internal', 'No such command.', 'Report it.');
      if (method === 'WebMCP.enable')
        tell(sessionId, 'WebMCP.toolsAdded', { tools: added[sessionId ?? 'root'] });
      if (method === 'Page.getFrameTree') return { frameTree: trees[sessionId ?? 'root'] };
      if (method !== 'WebMCP.invokeTool') return {};
      setTimeout(() => {
        tell(sessionId, 'WebMCP.toolResponded', { invocationId: 'other', status: 'Completed', output: 1 });
        tell(sessionId, 'WebMCP.toolResponded', { invocationId: 'I', status: 'Completed', output: 2 });
        tell(sessionId, 'WebMCP.toolResponded', { invocationId: 'I', status: 'Completed', output: 3 });
      }, 5);
      return { invocationId: 'I' };
    },
  };
  const overhear = (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { debuggee, overhear, sent, listeners };
}

test('tools of every process are listed with the site they are of, and the domain is off again afterwards', async () => {
  const { sent, listeners, ...parts } = sessions();
  const tools = await withPageTools(parts, async (toolbox) => toolbox.tools);
  expect(tools).toMatchObject([
    {
      name: 'add',
      site: 'https://a.example',
      saysReadOnly: true,
      waitsForSubmit: false,
      schema: { type: 'object' },
    },
    { name: 'order', site: 'https://a.example', saysReadOnly: false, waitsForSubmit: true, schema: null },
    { name: 'order_now', waitsForSubmit: false },
    { name: 'inner', site: 'https://b.example', description: '' },
  ]);
  expect(sent.filter((one) => one.startsWith('WebMCP.disable'))).toEqual([
    'WebMCP.disable root',
    'WebMCP.disable child',
  ]);
  expect(listeners.size).toBe(0);
});

test('the answer to a call is its own and its first', async () => {
  const parts = sessions();
  const output = await withPageTools(parts, async ({ tools, invoke }) => {
    const [tool] = tools;
    if (tool === undefined) throw new Error('no tool');
    const { answer } = await invoke(tool, { a: 1 });
    expect(answer()).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return answer()?.output;
  });
  expect(output).toBe(2);
});

test('a browser without the domain has no tools to speak of', async () => {
  expect(await withPageTools(sessions(false), async () => 'used')).toBeNull();
});
