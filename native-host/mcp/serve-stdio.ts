import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './create-server.ts';
import { Desk, type DeskOptions } from './desk.ts';
import type { McpParts } from './ports.ts';
import { wholeLines } from './whole-lines.ts';

/** Bytes of one message: a value of several megabytes must still get an answer that says what is wrong with it. */
const messageBytesMax = 64_000_000;

export type StdioOptions = DeskOptions & Readonly<{ interrupted: AbortSignal }>;

/** Speaks MCP over this process's own standard streams until the client closes them. */
export function runStdio(parts: McpParts, options: StdioOptions): Promise<void> {
  const input = process.stdin.pipe(wholeLines(messageBytesMax));
  const transport = new StdioServerTransport(input, process.stdout, {
    maxBufferSize: 2 * messageBytesMax,
  });
  const desks: Desk[] = [];
  const handle = serveStdio(
    ({ era }) => {
      const desk = new Desk(parts, options, era);
      desks.push(desk);
      return createServer(() => desk, { version: parts.version, groups: options.groups });
    },
    { transport, onerror: (error) => parts.log(`mcp: ${error.message}`) },
  );
  return new Promise((resolve) => {
    const finish = (): void => {
      // Open, it would keep the process alive after a request to end.
      process.stdin.destroy();
      void handle
        .close()
        .then(() => Promise.all(desks.map(({ session }) => session.end())))
        .then(() => resolve());
    };
    process.stdin.once('end', finish);
    process.stdin.once('close', finish);
    input.once('close', finish);
    options.interrupted.addEventListener('abort', finish, { once: true });
  });
}
