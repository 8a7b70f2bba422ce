import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

// A server in the form of OpenAI's whose model is a function of the prompt.

const Asked = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  stream: z.boolean().optional(),
});
export type Prompt = {
  /** The last message: what is new. */
  readonly news: string;
  readonly whole: string;
};

export interface ScriptedModel {
  readonly url: string;
  readonly prompts: readonly Prompt[];
  close(): Promise<void>;
}

/** `answer` gives an object, plain text, or null, or a promise of one; at null the connection is cut. */
export async function serveModel(answer: (prompt: Prompt) => unknown): Promise<ScriptedModel> {
  const prompts: Prompt[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'paper', object: 'model' }] }));
    }
    const { messages, stream } = Asked.parse(JSON.parse(await bodyOf(request)));
    const prompt = {
      news: messages.at(-1)?.content ?? '',
      whole: messages.map(({ content }) => content).join('\n'),
    };
    prompts.push(prompt);
    const said = await answer(prompt);
    if (said === null) return void request.socket.destroy();
    const content = typeof said === 'string' ? said : JSON.stringify(said);
    const usage = {
      prompt_tokens: Math.ceil(prompt.whole.length / 4),
      completion_tokens: 20,
      total_tokens: 0,
    };
    const common = { id: 'x', created: 0, model: 'paper' };
    if (stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
      return void response.end(
        JSON.stringify({ ...common, object: 'chat.completion', choices: [choice], usage }),
      );
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (delta: unknown, finish: string | null, more: object = {}) =>
      `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
    response.write(chunk({ role: 'assistant', content }, null));
    response.write(chunk({}, 'stop', { usage }));
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    prompts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
