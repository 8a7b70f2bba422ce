import { didYouMean } from '../../shared/nearest-name.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { Problem } from './problems.ts';
import { referencesIn } from './references.ts';

/**
 * Arguments of a tool against its schema, as far as they are known: what stands in the place of a reference
 * may still become anything, so what the schema says of that place does not count yet.
 */
export function checkArgs(tool: ToolDeclaration, args: Readonly<Record<string, unknown>>): Problem[] {
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return [];
  const unknown = placesOfReferences(args, []);
  const keys = Object.keys(tool.input.shape);
  return parsed.error.issues.flatMap((issue): Problem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        message: `"${tool.name}" has no argument "${key}".${didYouMean(key, keys)}`,
      }));
    }
    if (unknown.some((place) => touches(place, issue.path))) return [];
    const missing = issue.code === 'invalid_type' && valueAt(args, issue.path) === undefined;
    return [{ path: issue.path, message: missing ? `"${tool.name}" needs this argument` : issue.message }];
  });
}

type Path = readonly PropertyKey[];

function placesOfReferences(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return referencesIn(value).references.length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => placesOfReferences(member, [...path, key]));
}

// An issue at or below a reference's place, or a comparison of several places that takes this one in. At the
// root, which every place lies in, only the shape of the whole is told, and that is known.
function touches(place: Path, issue: Path): boolean {
  const length = Math.min(place.length, issue.length);
  if (length === 0) return false;
  return place.slice(0, length).every((key, index) => String(key) === String(issue[index]));
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
