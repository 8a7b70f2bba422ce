import { chance } from './words.ts';

// A prompt as a model reads it: everything that a scripted model knows of a run is taken from this text alone.

export type Said = { readonly role: string; readonly content: string };
export type Item = { readonly n: number; readonly text: string; readonly state: string };
export type ShownLink = {
  readonly n: number;
  readonly text: string;
  readonly snippet: string;
  /** A search result, or a link of a page. */
  readonly kind: 'result' | 'link';
};
export type ShownControl = {
  readonly n: number;
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
};
export type ShownPage = {
  readonly title: string;
  readonly url: string;
  readonly part: number;
  readonly parts: number;
  readonly unread: readonly { readonly part: number; readonly heading: string }[];
  readonly text: string;
  /** Only what an act changed is shown. */
  readonly changes: boolean;
  readonly tables: readonly number[];
  readonly links: readonly ShownLink[];
  readonly controls: readonly ShownControl[];
};
export type OwnReply = {
  readonly action: string;
  readonly why: string;
  readonly link: number | null;
  readonly url: string;
  readonly query: string;
  readonly part: number | null;
  readonly table: number | null;
  readonly found: readonly string[];
  /** Told what is wrong with it, so it was not done. */
  readonly sentBack: boolean;
  /** It was tried and did not come about. */
  readonly failed: boolean;
};
export type Situation = {
  readonly purpose: 'act' | 'cover' | 'write' | 'answer';
  readonly objective: string;
  readonly items: readonly Item[];
  readonly findings: readonly { readonly n: number; readonly text: string }[];
  readonly links: ReadonlyMap<number, ShownLink>;
  readonly pages: readonly ShownPage[];
  /** What the last message shows: a page, or results, or neither. */
  readonly now: 'page' | 'results' | 'other';
  readonly own: readonly OwnReply[];
  /** Tables that were kept, as they were shown. */
  readonly kept: readonly { readonly caption: string; readonly text: string }[];
  readonly recorded: readonly string[];
  /** Beginnings of the titles of pages that are told as dead ends. */
  readonly deadEnds: readonly string[];
  readonly sentBack: string | null;
  readonly last: string;
  /** A number from 0 to 1 that is the same for the same prompt, seed and question. */
  readonly luck: (question: string) => number;
};

/** Reads a whole prompt. */
export function readPrompt(messages: readonly Said[], seed = 0): Situation {
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const whole = outside(users.join('\n'));
  const last = users.at(-1) ?? '';
  const blocks = users.flatMap(observations);
  return {
    purpose: purposeOf(messages),
    objective: /^OBJECTIVE: (.*)$/m.exec(whole)?.[1] ?? '',
    items: itemsIn(users),
    findings: findingsIn(last),
    links: new Map(blocks.flatMap(({ links }) => links).map((link) => [link.n, link])),
    pages: blocks.flatMap(({ page }) => (page === null ? [] : [page])),
    now: nowOf(last),
    own: ownReplies(messages),
    kept: users.flatMap(keptTables),
    recorded: [...whole.matchAll(/^RECORDED: \[\d+\][^:]*: "(.*)"$/gm)].map(([, text = '']) => text),
    deadEnds: deadEndsIn(whole),
    sentBack: /^SENT BACK: (.*)$/m.exec(outside(last))?.[1] ?? null,
    last,
    luck: (question) => (seed === 0 ? 1 : chance(seed, `${question} ${users.length} ${whole}`)),
  };
}

function deadEndsIn(text: string): readonly string[] {
  const lines = [...text.matchAll(/^DEAD ENDS?: (.*)$/gm)].map(([, line = '']) => line);
  return lines.flatMap((line) => [...line.matchAll(/"([^"]+?)…?"/g)].map(([, title = '']) => title));
}

function purposeOf(messages: readonly Said[]): Situation['purpose'] {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const last = messages.at(-1)?.content ?? '';
  if (/^FINDINGS:/m.test(last)) return /"covered"/.test(system + last) ? 'cover' : 'write';
  return /OBJECTIVE/.test(messages.map(({ content }) => content).join('\n')) ? 'act' : 'answer';
}

function itemsIn(users: readonly string[]): readonly Item[] {
  const lines = users.flatMap((text) =>
    [...outside(text).matchAll(/^ITEMS: (\d.*)$/gm)].map(([, line = '']) => line),
  );
  const newest = lines.at(-1);
  if (newest !== undefined) {
    return newest.split(' · ').flatMap((one) => {
      const [, n, state = '', text = ''] = /^(\d+) \[(\w+)[^\]]*\] (.*)$/.exec(one.trim()) ?? [];
      return n === undefined ? [] : [{ n: Number(n), state, text }];
    });
  }
  const list = /^ITEMS:\n((?:\d+\. .*\n?)+)/m.exec(users.at(-1) ?? '')?.[1] ?? '';
  return [...list.matchAll(/^(\d+)\. (.*)$/gm)].map(([, n, text = '']) => ({
    n: Number(n),
    state: 'found',
    text,
  }));
}

function findingsIn(text: string): Situation['findings'] {
  const from = text.indexOf('\nFINDINGS:');
  if (from < 0) return [];
  return [...text.slice(from).matchAll(/^\[(\d+)\] "(.*)" \(.*\)$/gm)].map(([, n, said = '']) => ({
    n: Number(n),
    text: said,
  }));
}

/** A message without what strangers wrote. */
function outside(text: string): string {
  return text.replaceAll(/<<<DATA (\S+)\n[\s\S]*?\nDATA \1>>>/g, '<<<>>>');
}

function nowOf(last: string): Situation['now'] {
  if (/^PAGE "/m.test(outside(last))) return 'page';
  return /^RESULTS for "/m.test(outside(last)) ? 'results' : 'other';
}

type Block = { readonly links: readonly ShownLink[]; readonly page: ShownPage | null };

const pageHead = /^PAGE "(.*)" (\S+) +part (\d+) of (\d+) \(parts read: ([\d, ]*)[^)]*\)$/m;

function observations(text: string): readonly Block[] {
  const data = [...text.matchAll(/<<<DATA (\S+)\n([\s\S]*?)\nDATA \1>>>/g)].map(([, , body = '']) => body);
  const frame = outside(text);
  const results = frame.indexOf('RESULTS for "');
  const head = pageHead.exec(frame);
  if (head === null) return results < 0 ? [] : [{ links: resultLinks(data.at(-1) ?? ''), page: null }];
  const links = linksIn(frame);
  const page = pageIn(frame, head, data.at(-1) ?? '', links);
  return [{ links: results < 0 ? links : [...resultLinks(data[0] ?? ''), ...links], page }];
}

function pageIn(frame: string, head: RegExpExecArray, text: string, links: readonly ShownLink[]): ShownPage {
  const [, title = '', url = '', part, parts, read = ''] = head;
  const readParts = read.split(',').map((one) => Number(one.trim()));
  const outline = /^OUTLINE: (.*)$/m.exec(frame)?.[1] ?? '';
  const headings = new Map<number, string>();
  for (const one of outline.split(' · ')) {
    const [, n, heading = ''] = /^(\d+)\*? ?(.*)$/.exec(one.trim()) ?? [];
    if (n !== undefined) headings.set(Number(n), `${headings.get(Number(n)) ?? ''} ${heading}`.trim());
  }
  const unread = Array.from({ length: Number(parts) }, (_, at) => at + 1)
    .filter((one) => !readParts.includes(one))
    .map((one) => ({ part: one, heading: headings.get(one) ?? '' }));
  return {
    title,
    url,
    part: Number(part),
    parts: Number(parts),
    unread,
    text,
    changes: /only what changed/.test(head[0]),
    tables: [...(/^TABLES: (.*)$/m.exec(frame)?.[1] ?? '').matchAll(/\(t(\d+)\)/g)].map(([, n]) => Number(n)),
    links,
    controls: controlsIn(frame),
  };
}

function keptTables(text: string): Situation['kept'] {
  const tables = text.matchAll(/^TABLE "(.*)"\n<<<DATA (\S+)\n([\s\S]*?)\nDATA \2>>>/gm);
  return [...tables].map(([, caption = '', , body = '']) => ({ caption, text: body }));
}

function resultLinks(body: string): readonly ShownLink[] {
  const links: ShownLink[] = [];
  for (const line of body.split('\n')) {
    const [, n, text = ''] = /^\[(\d+)\] (.*)$/.exec(line) ?? [];
    const before = links.at(-1);
    if (n !== undefined) links.push({ n: Number(n), text, snippet: '', kind: 'result' });
    else if (before !== undefined)
      links[links.length - 1] = { ...before, snippet: `${before.snippet} ${line.trim()}` };
  }
  return links;
}

function linksIn(frame: string): readonly ShownLink[] {
  const line = /^LINKS: (.*)$/m.exec(frame)?.[1] ?? '';
  return line.split(/ · (?=\[\d+\])/).flatMap((one) => {
    const [, n, text = ''] = /^\[(\d+)\] (.*)$/.exec(one.trim()) ?? [];
    return n === undefined ? [] : [{ n: Number(n), text, snippet: '', kind: 'link' as const }];
  });
}

function controlsIn(frame: string): readonly ShownControl[] {
  const line = /^CONTROLS: (.*)$/m.exec(frame)?.[1] ?? '';
  return line.split(/ · (?=\(\d+\))/).flatMap((one) => {
    const parts = /^\((\d+)\) (\S+(?: \S+)*?) "([^"]*)"(?: = "([^"]*)")?(?: \{(.*)\})?/.exec(one.trim());
    if (parts === null) return [];
    const [, n, role = '', name = '', value = '', options = ''] = parts;
    return [{ n: Number(n), role, name, value, options: options === '' ? [] : options.split('|') }];
  });
}

function ownReplies(messages: readonly Said[]): readonly OwnReply[] {
  return messages.flatMap(({ role, content }, at) => {
    if (role !== 'assistant') return [];
    const next = messages.slice(at + 1).find((one) => one.role === 'user')?.content ?? '';
    const told = outside(next);
    const failed =
      /^(?:FAILED|NOT DONE|DONE): .*(?:not done\b|could not|answered with the error|no program in)/m.test(
        told,
      );
    return [{ ...ownReply(content), sentBack: /^SENT BACK: /m.test(told), failed }];
  });
}

function ownReply(content: string): Omit<OwnReply, 'sentBack' | 'failed'> {
  const value = parsed(content);
  const text = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
  const number = (key: string): number | null => (typeof value[key] === 'number' ? value[key] : null);
  const found = Array.isArray(value['found']) ? value['found'] : [];
  return {
    action: text('action'),
    why: text('why'),
    link: number('link'),
    url: text('url'),
    query: text('query'),
    part: number('part'),
    table: number('table'),
    found: found.flatMap((one: unknown) => {
      const said = typeof one === 'object' && one !== null && 'text' in one ? one.text : one;
      return typeof said === 'string' ? [said] : [];
    }),
  };
}

function parsed(content: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
