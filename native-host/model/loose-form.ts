// Forms in which models write an object that is not JSON, put into JSON. What stands in strings is never touched, so
// that only the form changes.

const strings = /"(?:[^"\\]|\\[\s\S])*"/g;
const separators: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '；': ',',
  ';': ',',
  '｛': '{',
  '｝': '}',
};

/** Changes that make JSON of a text more likely, the smallest first; none twice. */
export function looserForms(text: string): readonly string[] {
  const forms = new Set<string>();
  const straight = text.includes('"') ? text : text.replace(/[“”„‟«»＂]/g, '"');
  forms.add(outsideStrings(straight, withPlainSeparators));
  const bare = text.trim();
  // Braces twice, as templates write them: `{{…}}`.
  if (/^\{\s*\{/.test(bare) && /\}\s*\}$/.test(bare)) forms.add(bare.slice(1, -1).trim());
  forms.delete(text);
  return [...forms];
}

/** An object whose quotes are all escaped, as when it was put in a string: `{\"a\":1}`, with or without quotes around it. */
export function unescaped(text: string): string | null {
  const inner = /^\s*"?(\{\s*\\"[\s\S]*\})"?\s*$/.exec(text)?.[1];
  if (inner === undefined || /(?<!\\)"/.test(inner)) return null;
  return inner.replace(/\\(["\\])/g, '$1');
}

/** `"a": 1}`: the brace that opens was left out; the one that closes shows that it is all there. */
export function withOpeningBrace(text: string): string | null {
  const bare = text.trim();
  return /^"\w+"\s*:/.test(bare) && /\}$/.test(bare) && !/^[^"]*\{/.test(bare) ? `{${bare}` : null;
}

/**
 * A call in the words of another notation, which ends where it says that it ends: `NAME(3)`, `NAME(key=3)`,
 * `<function=NAME><parameter=key>3</parameter></function>`, `<action>NAME</action><key>3</key>`. Null for any other text.
 */
export function otherNotation(text: string): Readonly<Record<string, unknown>> | null {
  return functionTags(text) ?? plainTags(text) ?? writtenCall(text);
}

function functionTags(text: string): Readonly<Record<string, unknown>> | null {
  const match = /^\s*(?:<tool_call>\s*)?<function=(\w+)>([\s\S]*)<\/function>\s*(?:<\/tool_call>\s*)?$/.exec(
    text,
  );
  if (match === null) return null;
  const given = [...(match[2] ?? '').matchAll(/<parameter=(\w+)>([\s\S]*?)<\/parameter>/g)];
  return once([
    ['action', match[1] ?? ''],
    ...given.map(([, key = '', value = '']) => [key, value.trim()] as const),
  ]);
}

function plainTags(text: string): Readonly<Record<string, unknown>> | null {
  const bare = text.trim();
  if (!/^<(\w+)>/.test(bare) || !/<action>\s*[\w -]+\s*<\/action>/.test(bare)) return null;
  const given = [...bare.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
  const rest = bare
    .replace(/<(\w+)>[^<]*<\/\1>/g, '')
    .replace(/<\/?(?:tool_call|response|answer|output)>/g, '');
  return rest.trim() === '' ? once(given.map(([, key = '', value = '']) => [key, value.trim()])) : null;
}

function writtenCall(text: string): Readonly<Record<string, unknown>> | null {
  const match = /^\s*`?([A-Za-z_]+)\(([^()]*)\)`?;?\s*$/.exec(text);
  if (match === null) return null;
  const [, name = '', given = ''] = match;
  if (/^\s*\d*\s*$/.test(given)) return { action: given.trim() === '' ? name : `${name}(${given.trim()})` };
  const pairs = [...given.matchAll(/(\w+)\s*[=:]\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w.-]+)\s*(?:,|$)/g)];
  if (
    pairs
      .map(([all]) => all)
      .join('')
      .replace(/\s/g, '') !== given.replace(/\s/g, '')
  )
    return null;
  return once([
    ['action', name],
    ...pairs.map(([, key = '', value = '']) => [key, value.replace(/^["']|["']$/g, '')] as const),
  ]);
}

/** Null where a key comes twice: that says two things. */
function once(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, unknown>> | null {
  const keys = pairs.map(([key]) => key);
  return new Set(keys).size === keys.length ? Object.fromEntries(pairs) : null;
}

function outsideStrings(text: string, change: (between: string) => string): string {
  let changed = '';
  let from = 0;
  for (const { 0: string, index } of text.matchAll(strings)) {
    changed += change(text.slice(from, index)) + string;
    from = index + string.length;
  }
  return changed + change(text.slice(from));
}

function withPlainSeparators(between: string): string {
  return between
    .replace(/(^|[\s,[{])#[^\n]*(?=\n)/g, '$1')
    .replace(/[：，；;｛｝]/g, (sign) => separators[sign] ?? sign)
    .replace(/^\s*(?:=>|=)/, ':')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/([[{])\s*,/g, '$1');
}
