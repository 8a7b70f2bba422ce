import type { EngineAnswer } from '../../shared/engine-methods.ts';

/** Bytes turned into characters at a time: a call takes only so many arguments. */
const sliceBytes = 32_768;

/** The document's own file, from the cache where it lies there, with the page's session otherwise. */
export async function fileBytes(bytesMax: number): Promise<EngineAnswer<'file_bytes'>> {
  try {
    const response = await fetch(location.href, { cache: 'force-cache', credentials: 'include' });
    if (!response.ok || response.body === null) return { state: 'failed', base64: '' };
    return await withinBytes(response.body.getReader(), bytesMax);
  } catch {
    return { state: 'failed', base64: '' };
  }
}

async function withinBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
): Promise<EngineAnswer<'file_bytes'>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    pieces.push(next.value);
    if (bytes <= bytesMax) continue;
    await reader.cancel();
    return { state: 'too-large', base64: '' };
  }
  const whole = new Uint8Array(await new Blob(pieces.map((piece) => piece.slice())).arrayBuffer());
  let text = '';
  for (let from = 0; from < whole.length; from += sliceBytes) {
    text += String.fromCharCode(...whole.subarray(from, from + sliceBytes));
  }
  return { state: 'read', base64: btoa(text) };
}
