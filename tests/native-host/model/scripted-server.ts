import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A server of models that does as it is told: the dialects of OpenAI-compatible servers and of Ollama.

/** What the server does with one question. */
export type Behaviour =
  | {
      readonly does: 'answer';
      readonly pieces: readonly string[];
      readonly finish?: 'stop' | 'length';
      readonly use?: { readonly prompt: number; readonly cached: number; readonly completion: number } | null;
    }
  | {
      readonly does: 'refuse';
      readonly status: number;
      readonly words: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Says this much, then the socket closes. */
  | { readonly does: 'break off'; readonly pieces: readonly string[] }
  /** Says this much, then nothing more until the caller leaves. */
  | { readonly does: 'stall'; readonly pieces: readonly string[] }
  /** Says the same for as long as anybody listens. */
  | { readonly does: 'repeat'; readonly piece: string }
  /** Not the language of such a server. */
  | { readonly does: 'babble' };

export type Seen = {
  readonly path: string;
  readonly key: string | null;
  readonly body: Readonly<Record<string, unknown>>;
};

export type ScriptedServer = {
  readonly origin: string;
  /** Questions to the model, in their order. */
  readonly asked: readonly Seen[];
  /** Questions whose caller left before the answer had ended. */
  readonly left: () => number;
  /** Resolves when a caller has left. */
  readonly oneLeft: Promise<void>;
  close(): Promise<void>;
};

export type Dialect = {
  readonly paths: readonly string[];
  readonly type: string;
  piece(text: string): string;
  end(finish: 'stop' | 'length', use: { prompt: number; cached: number; completion: number } | null): string;
};

const repeatsMax = 2_000;

/** Starts it; `facts` are its answers to questions about itself, by path; `script` what it does, the last for good. */
export async function startScriptedServer(
  dialect: Dialect,
  facts: Readonly<Record<string, unknown>>,
  script: readonly Behaviour[],
): Promise<ScriptedServer> {
  const asked: Seen[] = [];
  let left = 0;
  const gone = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (response.writableFinished) return;
      left += 1;
      gone.resolve();
    });
    const path = request.url ?? '';
    const body = await bodyOf(request);
    if (!dialect.paths.includes(path)) return tellFact(facts, path, response);
    const key = request.headers.authorization?.replace('Bearer ', '') ?? null;
    asked.push({ path, key, body });
    const behaviour = script[Math.min(asked.length, script.length) - 1];
    if (behaviour !== undefined) await behave(behaviour, dialect, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // What `listen` on a port gives is always an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    left: () => left,
    oneLeft: gone.promise,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

function tellFact(facts: Readonly<Record<string, unknown>>, path: string, response: ServerResponse): void {
  const fact = facts[path];
  response.writeHead(fact === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(fact ?? { error: 'no such thing' }));
}

async function behave(behaviour: Behaviour, dialect: Dialect, response: ServerResponse): Promise<void> {
  if (behaviour.does === 'refuse') {
    response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
    response.end(JSON.stringify({ error: { message: behaviour.words, type: 'error' } }));
    return;
  }
  if (behaviour.does === 'babble') {
    response.writeHead(200, { 'content-type': dialect.type });
    response.end('data: <html>It works!</html>\n\n');
    return;
  }
  response.writeHead(200, { 'content-type': dialect.type });
  response.flushHeaders();
  if (behaviour.does === 'repeat') return repeat(behaviour.piece, dialect, response);
  for (const text of behaviour.pieces) response.write(dialect.piece(text));
  if (behaviour.does === 'answer')
    response.end(dialect.end(behaviour.finish ?? 'stop', behaviour.use ?? null));
  // Written first, so that what was said arrives before the socket closes.
  if (behaviour.does === 'break off') setImmediate(() => response.socket?.destroySoon());
}

async function repeat(text: string, dialect: Dialect, response: ServerResponse): Promise<void> {
  for (let at = 0; at < repeatsMax && !response.destroyed; at++) {
    response.write(dialect.piece(text));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

/** Server-sent events, as OpenAI and all that follow it. */
export const openAiDialect: Dialect = {
  paths: ['/v1/chat/completions'],
  type: 'text/event-stream',
  piece: (text) => event({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  end: (finish, use) =>
    event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }) +
    (use === null
      ? ''
      : event({
          choices: [],
          usage: {
            prompt_tokens: use.prompt,
            completion_tokens: use.completion,
            prompt_tokens_details: { cached_tokens: use.cached },
          },
        })) +
    'data: [DONE]\n\n',
};

/** One JSON object a line. */
export const ollamaDialect: Dialect = {
  paths: ['/api/chat'],
  type: 'application/x-ndjson',
  piece: (text) => `${JSON.stringify({ message: { role: 'assistant', content: text }, done: false })}\n`,
  end: (finish, use) =>
    `${JSON.stringify({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: finish,
      ...(use === null ? {} : { prompt_eval_count: use.prompt, eval_count: use.completion }),
    })}\n`,
};
