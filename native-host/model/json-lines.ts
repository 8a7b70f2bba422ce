export type Json = Readonly<Record<string, unknown>>;

const lineCharactersMax = 1_000_000;

/** The JSON values of a stream with one a line. Throws `SyntaxError` at what is none. */
export async function* jsonLines(stream: AsyncIterable<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of stream) {
    rest += decoder.decode(part, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineCharactersMax) throw new SyntaxError('A line does not end.');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
  if (rest.trim() !== '') yield JSON.parse(rest);
}
