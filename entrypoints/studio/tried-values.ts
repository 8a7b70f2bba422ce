import type { z } from 'zod';
import { TemplateParameter } from '../../shared/protocol/control-messages.ts';
import { members, text } from './template-value.ts';

type Json = z.core.util.JSONType;
const Type = TemplateParameter.shape.type;

/** The parameters of a template as the panel's fields show them; what is no parameter yet is left out. */
export function triedParameters(template: Json): readonly TemplateParameter[] {
  return Object.entries(members(members(template)['parameters'])).flatMap(([name, spec]) => {
    const given = members(spec);
    const type = Type.safeParse(given['type']);
    if (!type.success) return [];
    const options = Array.isArray(given['options']) ? given['options'].map(text) : null;
    return [
      {
        name,
        type: type.data,
        title: text(given['title']),
        description: text(given['description']),
        required: given['required'] === true,
        pattern: null,
        options,
        default: given['default'] ?? null,
      },
    ];
  });
}

/** What a field shows: what was typed, else the default. */
export function triedText(
  { default: preset, name }: TemplateParameter,
  tried: Readonly<Record<string, string>>,
): string {
  return tried[name] ?? (preset === null ? '' : text(preset));
}

/** The values as a run would be given them; an empty field is none. */
export function triedValues(template: Json, tried: Readonly<Record<string, string>>): Record<string, Json> {
  return Object.fromEntries(
    triedParameters(template).flatMap((parameter): [string, Json][] => {
      const value = tried[parameter.name];
      if (value === undefined || value === '') return [];
      if (parameter.type === 'boolean') return [[parameter.name, value === 'true']];
      const isNumber = parameter.type === 'integer' || parameter.type === 'number';
      return [[parameter.name, isNumber && Number.isFinite(Number(value)) ? Number(value) : value]];
    }),
  );
}
