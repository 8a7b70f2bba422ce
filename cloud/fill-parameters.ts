import type { LibraryEntry } from './job-shapes.ts';
import { monthsIn } from './words/months-in.ts';

export type Filled =
  | { readonly ok: true; readonly sets: readonly Readonly<Record<string, string | number | boolean>>[] }
  | { readonly ok: false; readonly question: string };

type Value = string | number | boolean;
type Spec = LibraryEntry['parameters'][string];

/**
 * The values that a request gives a template's parameters, by code alone: months and relative periods, addresses, the
 * options that it names, numbers beside the parameter's name. Several months or options make several sets, in the order
 * named. What is required and not said is asked for; nothing is guessed, and a secret is only ever its default's name.
 */
export function fillParameters(text: string, { parameters }: LibraryEntry, today: Date): Filled {
  const missing: string[] = [];
  let sets: Readonly<Record<string, Value>>[] = [{}];
  for (const [name, spec] of Object.entries(parameters)) {
    const values = valuesFor(name, spec, text, today);
    if (values.length > 0) {
      sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })));
      continue;
    }
    // A default is the template's own; a worker fills it in.
    if (spec.default === undefined && spec.required) missing.push(askFor(name, spec));
  }
  if (missing.length > 0) return { ok: false, question: `Please say ${missing.join(', and ')}.` };
  return { ok: true, sets };
}

function valuesFor(name: string, { type, options }: Spec, text: string, today: Date): readonly Value[] {
  if (type === 'secret') return [];
  if (options !== undefined) return optionsIn(text, options);
  switch (type) {
    case 'month':
      return monthsIn(text, today);
    case 'url':
      return (text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])
        .map((url) => url.replace(/[.,;:!?]+$/, ''))
        .slice(0, 1);
    case 'date':
      return (text.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? []).slice(0, 1);
    case 'integer':
    case 'number':
      return numberBeside(name, text);
    case 'boolean':
      return [];
    case 'string':
      return quotedBeside(name, text);
  }
}

function optionsIn(text: string, options: readonly string[]): readonly string[] {
  const said = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const places = options.map((option) => {
    return {
      option,
      at: said.indexOf(
        ` ${option
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()} `,
      ),
    };
  });
  return places
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ option }) => option);
}

/** `top 5` for a parameter `top`, `limit: 20`, `max rows = 10` for `max_rows`. */
function numberBeside(name: string, text: string): readonly number[] {
  const words = nameWords(name);
  const found = new RegExp(`\\b${words}\\b\\s*(?:is|of|=|:)?\\s*(-?\\d+(?:\\.\\d+)?)`, 'i').exec(text)?.[1];
  return found === undefined ? [] : [Number(found)];
}

/** `vendor "Acme"`, `vendor: Acme`, `user name is "me"`. */
function quotedBeside(name: string, text: string): readonly string[] {
  const words = nameWords(name);
  const quoted = new RegExp(`\\b${words}\\b\\s*(?:is|=|:)?\\s*["“”']([^"“”']{1,200})["“”']`, 'i').exec(
    text,
  )?.[1];
  const plain = new RegExp(`\\b${words}\\b\\s*(?:=|:)\\s*([^\\s,;]{1,200})`, 'i').exec(text)?.[1];
  const value = quoted ?? plain;
  return value === undefined ? [] : [value];
}

function nameWords(name: string): string {
  return name
    .split('_')
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .join('[\\s_-]?');
}

function askFor(name: string, { type, description, options }: Spec): string {
  const what =
    description === '' ? name.replaceAll('_', ' ') : `${name.replaceAll('_', ' ')} (${description})`;
  if (options !== undefined) return `which ${what}: ${options.slice(0, 10).join(', ')}`;
  return type === 'month' ? `for which month, such as 2026-06 or "last month"` : `the ${what}`;
}
