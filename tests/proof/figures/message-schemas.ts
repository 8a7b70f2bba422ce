import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { sides } from '../../../shared/protocol/messages.ts';
import { tools } from '../../../shared/tools/index.ts';
import { type Figure, startCount } from '../figure.ts';
import { listen, type SideName, sideNames } from '../messages/hear.ts';
import { fits, isObject, type JsonSchema, openObjects } from '../messages/schema-check.ts';
import { changed, poisoned } from '../messages/spoil.ts';
import { validValue } from '../messages/valid-value.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

type Entry = {
  readonly side: SideName;
  readonly name: string;
  readonly kind: 'request' | 'event';
  readonly sent: JsonSchema;
  readonly given: JsonSchema;
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

const entriesOf = (side: SideName): Entry[] => {
  const { requests, events } = sides[side];
  const both = (params: z.ZodType) => ({
    sent: jsonSchema(params, 'input'),
    given: jsonSchema(params, 'output'),
  });
  return [
    ...Object.entries(requests).map(([name, { params }]) => ({
      ...{ side, name, kind: 'request' as const },
      ...both(params),
    })),
    ...Object.entries(events).map(([name, { params }]) => ({
      ...{ side, name, kind: 'event' as const },
      ...both(params),
    })),
  ];
};

const toolList = [...tools.values()].map((tool) => ({ tool, schema: jsonSchema(tool.input, 'input') }));

/** What is wrong with how a tool reads its arguments, or nothing. */
const wrongInTool = (chance: Seeded): string | undefined => {
  const { tool, schema } = toolList[chance.below(toolList.length)] ?? toolList[0] ?? never();
  const value = changed(validValue(schema, chance), chance);
  const read = tool.input.safeParse(value);
  if (!read.success || fits(value, schema, schema)) return undefined;
  return `the tool ${tool.name} took ${JSON.stringify(value).slice(0, 300)}`;
};

const never = (): never => {
  throw new Error('the list is empty');
};

type End = ReturnType<typeof listen>;
type Kind = 'whole' | 'spoiled' | 'poisoned';
type Try = { readonly entry: Entry; readonly end: End; readonly id: number; readonly kind: Kind };

/** A handler is called within this many turns of the microtask queue. */
const microturns = 8;

/** Sends one message; whether its handler was called, and what is wrong with how it was taken, if anything is. */
const sendOne = async (
  { entry, end, id, kind }: Try,
  chance: Seeded,
): Promise<{ readonly reached: boolean; readonly wrong?: string }> => {
  const { name, sent, given } = entry;
  const valid = validValue(sent, chance);
  const params = kind === 'spoiled' ? changed(valid, chance) : valid;
  const text = JSON.stringify(
    entry.kind === 'request'
      ? { type: 'request', id, method: name, params }
      : { type: 'event', name, params },
  );
  end.heard.splice(0);
  end.answers.splice(0);
  const taken = end.take(kind === 'poisoned' ? poisoned(text, chance) : new TextEncoder().encode(text));
  for (let turned = 0; turned < microturns; turned += 1) await null;
  const reached = end.heard.length > 0;
  const shown = `${name}: ${text.slice(0, 300)}`;
  if (kind === 'poisoned')
    return {
      reached,
      ...(taken || reached ? { wrong: `a text that no message may be was taken: ${shown}` } : {}),
    };
  if (reached && !fits(params, sent, sent)) return { reached, wrong: `junk reached its handler: ${shown}` };
  if (end.heard.some((one) => one.name !== name || !fits(one.params, given, given)))
    return { reached, wrong: `a handler was given what its type does not allow: ${shown}` };
  if (entry.kind === 'request' && taken && end.answers.length !== 1)
    return { reached, wrong: `a request got ${end.answers.length} answers: ${shown}` };
  return { reached };
};

/** Whole ones now and then: a reader that takes nothing would pass else. */
const kinds = ['whole', 'spoiled', 'spoiled', 'spoiled', 'poisoned', 'tool', 'tool', 'spoiled'] as const;

const polluted = (): boolean => isObject({}) && 'polluted' in {};

/** Every message of every side and every tool's arguments, from valid ones spoiled by chance, through the real reader. */
export const figure: Figure = {
  id: 'F2',
  promise: 'no message and no tool takes what its schema does not allow, and no junk throws',
  unit: 'spoiled messages',
  sizes: { ci: 20_000, long: 20_000_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const entries = sideNames.flatMap(entriesOf);
    const ends = { ...Object.fromEntries(sideNames.map((side) => [side, listen(side)])) };
    const understood = new Set<Entry>();
    for (let index = 0; index < count; index += 1) {
      const entry = entries[index % entries.length] ?? never();
      const end = ends[entry.side] ?? never();
      try {
        const round = Math.floor(index / entries.length) % kinds.length;
        const kind = kinds[round] ?? never();
        const sent =
          kind === 'tool'
            ? { reached: false, wrong: wrongInTool(chance) }
            : await sendOne({ entry, end, id: index + 1, kind }, chance);
        if (kind === 'whole' && sent.reached) understood.add(entry);
        const wrong = sent.wrong ?? (polluted() ? 'a prototype was changed' : undefined);
        if (wrong === undefined) counted.pass();
        else counted.fail(`${wrong}: try ${index}`);
      } catch (error) {
        counted.fail(`${entry.name} threw ${String(error)}: try ${index}`);
      }
      if (index % 500 === 0) await turn();
      if (index % 10_000 === 0) progress(index);
    }
    for (const end of Object.values(ends)) end.close();
    for (const { name, sent } of entries)
      for (const place of openObjects(sent))
        counted.fail(`${name} takes members that it does not name, at ${place}`);
    for (const { tool, schema } of toolList)
      for (const place of openObjects(schema))
        counted.fail(`${tool.name} takes arguments that it does not name, at ${place}`);
    for (const entry of count < entries.length * 40 ? [] : entries.filter((one) => !understood.has(one)))
      counted.fail(`${entry.side} never understood a valid ${entry.name}`);
    return counted.finding({ messages: entries.length, tools: toolList.length, understood: understood.size });
  },
};
