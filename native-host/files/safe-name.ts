/** Bytes of a file name that every usual file system takes, with room for ` (999)`. */
const nameBytesMax = 200;
/** Names that Windows keeps for devices. */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * A name that any file system takes and that names no folder: separators and control characters become `-`,
 * invisible direction marks go, dots and spaces at the ends go, device names get a `_`, and the extension
 * outlives a cut.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const fit = cut(plain === '' ? 'file' : plain);
  return deviceNames.test(fit) ? `_${fit}` : fit;
}

/** A name in its two parts: `report.tar.gz` as `report.tar` and `.gz`; no extension is empty. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const match = /^(.+)(\.[^.\s]{1,15})$/.exec(name);
  return match === null
    ? { stem: name, extension: '' }
    : { stem: match[1] ?? name, extension: match[2] ?? '' };
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= nameBytesMax) return name;
  const { stem, extension } = splitName(name);
  let short = '';
  let bytes = Buffer.byteLength(extension);
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > nameBytesMax) break;
    short += character;
  }
  return `${short.trimEnd()}${extension}`;
}
