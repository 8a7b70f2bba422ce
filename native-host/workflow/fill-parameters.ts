import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { urlCharactersMax } from '../../shared/limits.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import type { ParameterSpec } from '../../shared/parameter-spec.ts';
import type { Template } from '../../shared/template.ts';
import { relativeDate, type Today } from './relative-dates.ts';

export type ParameterValues = Readonly<Record<string, string | number | boolean | null>>;

/** Every parameter's value, before and after the fields in it, such as `{period}`, were filled. */
export type FilledParameters = { readonly given: ParameterValues; readonly filled: ParameterValues };

/** Longest text of a parameter. */
const textCharactersMax = 10_000;
const forms: Readonly<Record<ParameterSpec['type'], string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  url: 'a whole http or https URL, such as https://portal.example.com',
  secret: 'the name of a stored secret, such as secret:vendor_portal',
  date: 'a date, such as 2026-06-30, yesterday or last-of-last-month',
  month: 'a month, such as 2026-06 or last-month',
};

/**
 * The values of a template's parameters: what was given, else the default, else null. Texts from a command
 * line become numbers and truth values where the parameter is one. Everything wrong is told in one
 * `bad-arguments` fault.
 */
export function fillParameters(
  template: Template,
  given: Readonly<Record<string, unknown>>,
  today: Today,
): Result<FilledParameters> {
  const names = Object.keys(template.parameters);
  const wrong: string[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => `there is no parameter "${name}".${didYouMean(name, names)}`);
  const values: Record<string, string | number | boolean | null> = {};
  for (const [name, spec] of Object.entries(template.parameters)) {
    const filled = fillOne(spec, absolute(spec, given[name] ?? spec.default, today));
    if (typeof filled === 'object' && filled !== null) wrong.push(`parameter "${name}" ${filled.wrong}`);
    else values[name] = filled;
  }
  if (wrong.length > 0) return failed(parameterFault(template, wrong));
  const filled = fillFields(template, values);
  return filled.ok ? ok({ given: values, filled: filled.value }) : filled;
}

// `last-month` becomes the month that it is today: the run's record tells which one that was.
function absolute({ type }: ParameterSpec, value: unknown, today: Today): unknown {
  if ((type !== 'date' && type !== 'month') || typeof value !== 'string') return value;
  return relativeDate(type, value, today) ?? value;
}

function fillOne(spec: ParameterSpec, value: unknown): string | number | boolean | null | { wrong: string } {
  if (value === undefined || value === null || value === '') {
    return spec.required ? { wrong: `is missing: ${forms[spec.type]} (${spec.title})` } : null;
  }
  const read = readValue(spec.type, value);
  const text = spec.type === 'secret' ? '' : `, not ${JSON.stringify(value).slice(0, 80)}`;
  if (read === null) return { wrong: `must be ${forms[spec.type]}${text}` };
  if (spec.options !== undefined && !spec.options.includes(String(read))) {
    return { wrong: `must be one of ${spec.options.join(', ')}${text}` };
  }
  if (spec.pattern !== undefined && !new RegExp(`^(?:${spec.pattern})$`, 'u').test(String(read))) {
    return { wrong: `must have the form ${spec.pattern}${text}` };
  }
  return read;
}

function readValue(type: ParameterSpec['type'], value: unknown): string | number | boolean | null {
  if (type === 'boolean') return value === true || value === 'true' ? true : isFalse(value) ? false : null;
  if (type === 'integer' || type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return null;
    return type === 'number' || Number.isSafeInteger(number) ? number : null;
  }
  if (typeof value !== 'string' || value.length > textCharactersMax) return null;
  return textIsFit(type, value) ? value : null;
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}

function textIsFit(type: ParameterSpec['type'], text: string): boolean {
  if (type === 'url') {
    if (text.length > urlCharactersMax || !URL.canParse(text)) return false;
    const { protocol, username, password } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  }
  if (type === 'secret') return /^secret:[A-Za-z0-9_.-]{1,100}$/.test(text);
  if (type === 'month') return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
  if (type === 'date') return isDate(text);
  return true;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

// A text with `fields: true` may name other parameters by `{name}`; one of these in its turn is not looked at
// again.
function fillFields(template: Template, values: ParameterValues): Result<ParameterValues> {
  const filled: Record<string, string | number | boolean | null> = { ...values };
  const wrong: string[] = [];
  const nameable = Object.entries(template.parameters)
    .filter(([, spec]) => spec.type !== 'secret' && !spec.fields)
    .map(([name]) => name);
  for (const [name, spec] of Object.entries(template.parameters)) {
    const text = values[name];
    if (!spec.fields || typeof text !== 'string') continue;
    filled[name] = text.replace(/\{([^{}]*)\}/g, (_, field: string) => {
      if (nameable.includes(field)) return String(values[field] ?? '');
      wrong.push(`parameter "${name}" names the field "{${field}}"; there are ${nameable.join(', ')}`);
      return '';
    });
  }
  return wrong.length > 0 ? failed(parameterFault(template, wrong)) : ok(filled);
}

function parameterFault(template: Template, wrong: readonly string[]) {
  return fault(
    'bad-arguments',
    `Template ${template.id}: ${wrong.join('; ')}`,
    'Give each parameter as --param name=value, or fill in the form in the side panel.',
    { template: template.id, problems: [...wrong] },
  );
}
