import type { z } from 'zod';
import type {
  RunOptions,
  TemplateParameter,
  TemplateSummary,
} from '../../shared/protocol/control-messages.ts';
import { humanName } from './words.ts';

// The form of a template: what its fields start with, what is wrong with them, and the request they make. The host
// checks everything again; here the person learns of a mistake before anything has happened.

type Json = z.core.util.JSONType;

/** Every field as the text it holds; a check box holds `true` or an empty text. */
export type FormValues = Readonly<Record<string, string>>;

/** The fields of a form by where they stand: asked at once, folded away, or folded under where the result goes. */
export type FormParts = {
  readonly first: readonly TemplateParameter[];
  readonly more: readonly TemplateParameter[];
  readonly place: readonly TemplateParameter[];
};

/** Parameters that have the same meaning in every template: where its files go and what they are called. */
const placeNames: ReadonlySet<string> = new Set(['folder', 'name_pattern']);

/** Longest value of one field, in characters. */
export const fieldCharactersMax = 4096;

/** Needed fields stand first, and with them a secret: which one is used is never left unseen. */
export function formParts(template: TemplateSummary): FormParts {
  const isFirst = (parameter: TemplateParameter) => parameter.required || parameter.type === 'secret';
  const folded = template.parameters.filter((parameter) => !isFirst(parameter));
  return {
    first: template.parameters.filter(isFirst),
    more: folded.filter(({ name }) => !placeNames.has(name)),
    place: folded.filter(({ name }) => placeNames.has(name)),
  };
}

/** What the fields show first: the values of an earlier run, else the template's own defaults. */
export function initialValues(
  template: TemplateSummary,
  earlier: Readonly<Record<string, Json>> | null,
): FormValues {
  return Object.fromEntries(
    template.parameters.map((parameter) => [
      parameter.name,
      asText(earlier?.[parameter.name] ?? parameter.default),
    ]),
  );
}

/** What is wrong, by field name: one sentence that says what the field needs. Empty when all is well. */
export function formErrors(
  template: TemplateSummary,
  values: FormValues,
  secretNames: readonly string[] | null,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const parameter of template.parameters) {
    const error = fieldError(parameter, values[parameter.name] ?? '', secretNames);
    if (error !== null) errors[parameter.name] = error;
  }
  return errors;
}

/** What is wrong with one field, or null. */
export function fieldError(
  parameter: TemplateParameter,
  value: string,
  secretNames: readonly string[] | null,
): string | null {
  const name = parameter.title === '' ? humanName(parameter.name) : parameter.title;
  const text = value.trim();
  if (text === '') return parameter.required && parameter.type !== 'boolean' ? `${name} is needed.` : null;
  if (text.length > fieldCharactersMax)
    return `${name} is too long (at most ${fieldCharactersMax} characters).`;
  const ofType = typeError(parameter, text, secretNames);
  if (ofType !== null) return ofType;
  if (parameter.options !== null && !parameter.options.includes(text)) {
    return `Choose one of: ${parameter.options.join(', ')}.`;
  }
  if (parameter.pattern !== null && !matches(parameter.pattern, text)) {
    return `${name} does not have the expected form.`;
  }
  return null;
}

function typeError(
  parameter: TemplateParameter,
  text: string,
  secretNames: readonly string[] | null,
): string | null {
  switch (parameter.type) {
    case 'url':
      return urlError(text);
    case 'secret':
      return secretError(text, secretNames);
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? null : 'Enter a whole number, such as 12.';
    case 'number':
      return Number.isFinite(Number(text)) ? null : 'Enter a number, such as 12.5.';
    case 'month':
      return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)
        ? null
        : 'Enter a month as year and month, such as 2026-03.';
    case 'date':
      return isDate(text) ? null : 'Enter a date as year, month and day, such as 2026-03-31.';
    case 'string':
    case 'boolean':
      return null;
  }
}

function urlError(text: string): string | null {
  if (!URL.canParse(text)) return 'Enter a whole web address, such as https://portal.example.com.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'The address must begin with https:// (or http://).';
  }
  if (url.username !== '' || url.password !== '') {
    return 'Leave name and password out of the address; choose a stored secret instead.';
  }
  return null;
}

function secretError(text: string, secretNames: readonly string[] | null): string | null {
  const name = secretNameOf(text);
  if (name === null) return 'Choose a stored secret.';
  if (secretNames === null || secretNames.includes(name)) return null;
  return `No secret is stored under the name ${name} yet.`;
}

/** The name in `secret:NAME`; null for anything else. */
export function secretNameOf(value: string): string | null {
  const name = /^secret:(.+)$/.exec(value)?.[1];
  return name ?? null;
}

/** The command that stores a missing secret, bound to the site that the form names, as far as it names one. */
export function secretCommand(template: TemplateSummary, values: FormValues, name: string | null): string {
  const address = template.parameters
    .filter((parameter) => parameter.type === 'url')
    .map((parameter) => (values[parameter.name] ?? '').trim())
    .find((value) => value !== '' && urlError(value) === null);
  const site = address === undefined ? 'domain:example.com' : `origin:${new URL(address).origin}`;
  return `localagent secrets set ${name ?? 'NAME'} --site ${site}`;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A pattern must fit the whole value. One that is no regular expression is left to the host, which names its place. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    return true;
  }
}

/** The parameters of `run.start`, each in its type. Empty fields are left out, so that the template's default holds. */
export function parametersOf(template: TemplateSummary, values: FormValues): Record<string, Json> {
  const entries: [string, Json][] = [];
  for (const parameter of template.parameters) {
    const text = (values[parameter.name] ?? '').trim();
    if (parameter.type === 'boolean') entries.push([parameter.name, text === 'true']);
    else if (text !== '') entries.push([parameter.name, typed(parameter.type, text)]);
  }
  return Object.fromEntries(entries);
}

function typed(type: TemplateParameter['type'], text: string): Json {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/**
 * The options of `run.start`; an empty profile means the browser of this panel. Folder and file name are parameters
 * like any other here: the options of that name are for callers that do not know the template.
 */
export function optionsOf(profile: string): RunOptions {
  return { profile: profile === '' ? null : profile, out: null, name_pattern: null, unattended: false };
}

function asText(value: Json | undefined): string {
  if (value === null || value === undefined || value === false) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
