import type { Target } from './caller.ts';

// Finds in a tool's outline of the page what a reader of it would take: the line with the role and the name, and the
// address that stands on it.

export type OutlineStyle = Readonly<{
  /** All addresses on a line, with where they stand. */
  address: RegExp;
  /** Whether the address stands before what it belongs to (`uid=1_2 button "Pay"`) or after it. */
  leads: boolean;
}>;

/** The address of the first element with this role and name; without a role, of the first line with the name. */
export function addressIn(outline: string, target: Target, style: OutlineStyle): string | null {
  const { role, name = '', after = '' } = target;
  const from = outline.indexOf(after);
  if (role === undefined || from < 0) return null;
  const quoted = [`${role} ${JSON.stringify(name)}`, `${role}: ${name}`];
  for (const line of outline.slice(from).split('\n')) {
    const place = quoted.map((words) => line.indexOf(words)).find((found) => found >= 0);
    if (place === undefined) continue;
    const address = style.leads
      ? lastBefore(line, place, style.address)
      : firstAfter(line, place, style.address);
    if (address !== null) return address;
  }
  return null;
}

function firstAfter(line: string, place: number, address: RegExp): string | null {
  return matches(line, address).find(({ at }) => at > place)?.text ?? null;
}

function lastBefore(line: string, place: number, address: RegExp): string | null {
  return matches(line, address).findLast(({ at }) => at < place)?.text ?? null;
}

function matches(line: string, address: RegExp): readonly { readonly at: number; readonly text: string }[] {
  return [...line.matchAll(address)].map((match) => ({ at: match.index, text: match[1] ?? '' }));
}
