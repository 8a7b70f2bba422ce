import { z } from 'zod';

// What the model proposes in one turn: one flat JSON object. It is read leniently, since small models write numbers as
// text and fill what they do not need with null; what is offered to the server's grammar is strict, and only what can be
// done now.

export const actionNames = [
  'SEARCH',
  'NAVIGATE',
  'READ_MORE',
  'DISCOVER',
  'FINISH',
  'CLICK',
  'FILL',
  'SELECT',
  'PRESS',
  'DOWNLOAD',
  'EXTRACT',
  'ASK',
] as const;
export type ActionName = (typeof actionNames)[number];

export const foundMax = 5;
export const checklistMax = 8;
const textMax = 1_200;
const numberMax = 9_999;

/** `3`, `"3"`, `"[3]"`, `"(3)"`, `"t3"`, `[3]`, `"3 (Save)"`. */
const Numbered = z
  .preprocess(
    (given) => (Array.isArray(given) && given.length === 1 ? given[0] : given),
    z.union([z.int(), z.string().regex(/^\s*[[(]?\s*[a-z]?\d{1,4}\s*[\])]?\s*(?:["'(:].*)?$/is)]).nullish(),
  )
  .transform((given) => (typeof given === 'string' ? Number(/\d+/.exec(given)?.[0]) : given));
const Items = z
  .union([z.array(z.union([z.int(), z.string()])), z.int()])
  .nullish()
  .transform((given) =>
    [given ?? []]
      .flat()
      .map((one) => Number(/\d+/.exec(String(one))?.[0] ?? 0))
      .filter((n) => n >= 1 && n <= 99),
  );
const Text = z.union([z.string(), z.number().transform(String)]).nullish();
const FoundText = z.union([
  z.strictObject({ text: z.string(), items: Items }),
  z.string().transform((text) => ({ text, items: [] })),
]);

const nothing = /^\W*(?:none|nothing|n\/a|null)?\W*$/i;

/** Findings as models write them: one alone, `none` for none, with a number for its items, in a list too many. */
function asFindings(given: unknown): unknown {
  const list = [given ?? []].flat(2);
  return list.flatMap((one) => {
    if (typeof one === 'string') return nothing.test(one) ? [] : [one];
    if (typeof one !== 'object' || one === null || !('text' in one)) return [one];
    const items = 'items' in one ? one.items : 'item' in one ? one.item : [];
    return [{ text: one.text, items: typeof items === 'string' ? [items] : (items ?? []) }];
  });
}

/** The one number that an action is about. */
const numberOf: Readonly<Partial<Record<ActionName, string>>> = {
  NAVIGATE: 'link',
  READ_MORE: 'part',
  CLICK: 'control',
  DOWNLOAD: 'control',
  EXTRACT: 'table',
};

/** `CLICK(3)` and `CLICK 3` say the number with the name; said otherwise beside it, it is left as it is, and refused. */
function withNumberApart(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('action' in given) || typeof given.action !== 'string')
    return given;
  const [, word = '', number = ''] =
    /^\W*([A-Za-z][A-Za-z_ -]*?)\s*[([:#]?\s*(\d{1,4})\s*[\])]?\W*$/.exec(given.action) ?? [];
  const name = actionNames.find((one) => one === word.toUpperCase().replace(/[ -]/g, '_'));
  const field = name === undefined ? undefined : numberOf[name];
  if (name === undefined || field === undefined) return given;
  const beside = Object.entries(given).find(([key]) => key === field)?.[1] ?? null;
  return beside === null || Number(beside) === Number(number)
    ? { ...given, action: name, [field]: Number(number) }
    : given;
}

/** The reply as it is read. */
export const ActionReply = z.preprocess(
  withNumberApart,
  z
    .strictObject({
      found: z.preprocess(asFindings, z.array(FoundText)),
      action: z.enum(actionNames),
      why: Text,
      query: Text,
      link: Numbered,
      url: Text,
      part: Numbered,
      control: Numbered,
      value: Text,
      key: Text,
      table: Numbered,
      question: Text,
      missing: Items,
      checklist: z.array(z.string()).nullish(),
    })
    .transform((reply) => ({
      found: reply.found
        .slice(0, foundMax)
        .map(({ text, items }) => ({ text: text.slice(0, textMax), items })),
      action: reply.action,
      why: cut(reply.why, 300),
      query: cut(reply.query, 300),
      link: reply.link ?? null,
      url: cut(reply.url, 2_000),
      part: reply.part ?? null,
      control: reply.control ?? null,
      value: reply.value == null ? null : reply.value.slice(0, 4_000),
      key: cut(reply.key, 60),
      table: reply.table ?? null,
      question: cut(reply.question, 500),
      missing: reply.missing,
      checklist: (reply.checklist ?? []).slice(0, checklistMax).map((text) => cut(text, 200)),
    })),
);
export type Action = z.infer<typeof ActionReply>;
export type FoundText = Action['found'][number];

function cut(text: string | null | undefined, max: number): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, max);
}

const n = z.int().min(1).max(numberMax);
const fields = {
  query: z.string(),
  link: n,
  url: z.string(),
  part: n,
  control: n,
  value: z.string(),
  key: z.string(),
  table: n,
  question: z.string(),
  missing: z.array(n).max(checklistMax),
  checklist: z.array(z.string()).max(checklistMax),
} as const;
type Field = keyof typeof fields;

const fieldsOf: Readonly<Record<ActionName, readonly Field[]>> = {
  SEARCH: ['query'],
  NAVIGATE: ['link', 'url'],
  READ_MORE: ['part'],
  DISCOVER: [],
  FINISH: ['missing'],
  CLICK: ['control'],
  FILL: ['control', 'value'],
  SELECT: ['control', 'value'],
  PRESS: ['control', 'key'],
  DOWNLOAD: ['control', 'link'],
  EXTRACT: ['table'],
  ASK: ['question'],
};

/** What can be proposed now, as JSON schema for the server's grammar. */
export function actionSchema(
  offered: readonly ActionName[],
  withChecklist: boolean,
): { readonly name: string; readonly json: Readonly<Record<string, unknown>> } {
  const wanted = new Set<Field>(offered.flatMap((name) => fieldsOf[name]));
  if (withChecklist) wanted.add('checklist');
  const optional = Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) =>
      [...wanted].some((one) => one === name) ? [[name, schema.optional()]] : [],
    ),
  );
  const schema = z.strictObject({
    found: z.array(z.strictObject({ text: z.string(), items: z.array(n).max(checklistMax) })).max(foundMax),
    action: z.enum(offered),
    why: z.string(),
    ...optional,
  });
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return { name: 'action', json };
}
