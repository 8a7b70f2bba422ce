import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';

// Step Functions as its documentation tells of activities: one poll gets a task or, after the time of a poll, an empty
// answer; a token is good until its task is closed, and then every call with it is TaskTimedOut.

const Body = z.looseObject({ taskToken: z.string().optional() });

export type SentCall = Readonly<{ operation: string; body: Readonly<Record<string, unknown>> }>;

export class FakeStepFunctions {
  readonly calls: SentCall[] = [];
  /** Errors that the next calls of an operation are answered with, first one first. */
  readonly errors = new Map<string, string[]>();
  endpoint = '';
  readonly #server: Server;
  readonly #tasks: { readonly token: string; readonly input: string }[] = [];
  readonly #open = new Set<string>();
  readonly #pollMs: number;

  constructor(pollMs: number) {
    this.#pollMs = pollMs;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.endpoint = `http://127.0.0.1:${address.port}`;
  }

  /** Schedules a task; the next poll gets it. */
  give(token: string, input: string): void {
    this.#open.add(token);
    this.#tasks.push({ token, input });
  }

  /** Closes a task, as its time-out does. */
  close(token: string): void {
    this.#open.delete(token);
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body = Body.parse(JSON.parse(Buffer.concat(parts).toString()));
    const operation = String(request.headers['x-amz-target']).replace('AWSStepFunctions.', '');
    this.calls.push({ operation, body });
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(value));
    };
    const error = this.errors.get(operation)?.shift();
    if (error !== undefined) return reply(400, { __type: error, message: 'as told' });
    if (operation === 'GetActivityTask') return reply(200, await this.#poll(request));
    const token = body.taskToken ?? '';
    if (!this.#open.has(token)) return reply(400, { __type: 'TaskTimedOut', message: 'closed' });
    if (operation !== 'SendTaskHeartbeat') this.#open.delete(token);
    reply(200, {});
  }

  async #poll(request: IncomingMessage): Promise<unknown> {
    const until = Date.now() + this.#pollMs;
    while (this.#tasks.length === 0 && Date.now() < until && !request.destroyed) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const task = this.#tasks.shift();
    return task === undefined
      ? { taskToken: null, input: null }
      : { taskToken: task.token, input: task.input };
  }
}
