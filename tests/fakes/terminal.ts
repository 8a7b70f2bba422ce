import type { Terminal } from '../../native-host/cli/terminal.ts';

/** A terminal that keeps what it was told. */
export type FakeTerminal = Terminal & {
  readonly said: string[];
  readonly warned: string[];
  readonly printed: string[];
  readonly documents: unknown[];
};

export function fakeTerminal(
  options: Readonly<{ interactive?: boolean; answers?: string[]; value?: string }> = {},
): FakeTerminal {
  const said: string[] = [];
  const warned: string[] = [];
  const printed: string[] = [];
  const documents: unknown[] = [];
  return {
    interactive: options.interactive ?? false,
    said,
    warned,
    printed,
    documents,
    say: (line) => void said.push(line),
    live: () => {},
    warn: (line) => void warned.push(line),
    print: (lines) => void printed.push(...lines),
    printJson: (value) => void documents.push(value),
    paint: (_colour, text) => text,
    ask: async () => options.answers?.shift() ?? null,
    readValue: async () => options.value ?? '',
  };
}
