import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { StepScript } from '../../shared/step-script.ts';
import { readSchema } from './check-output.ts';
import type { ScriptShelf } from './cite-scripts.ts';
import { type Patterns, scriptReader } from './ports.ts';
import { type PlaceOf, type Problem, problemsOf, templateFault } from './problems.ts';

// Scripts that templates cite lie in the folder `scripts` beside them, each in a file of its name: ID@VERSION.yaml, .yml or .json.

/** The folder's name. */
export const scriptFolder = 'scripts';
const extensions = ['.yaml', '.yml', '.json'];
/** Bytes of a script's file. */
export const scriptBytesMax = 100_000;
const filesMax = 500;

/** The scripts beside the templates of some folders, read anew at each look; the first folder that has one counts. */
export function shelfOf(folders: readonly string[], patterns: Patterns): ScriptShelf {
  const named = (): readonly { readonly name: string; readonly file: string }[] =>
    folders.flatMap((folder) => filesOf(join(folder, scriptFolder)));
  return {
    names: () => [...new Set(named().map(({ name }) => name))],
    find: (name) => {
      const file = named().find((one) => one.name === name)?.file;
      if (file === undefined) return null;
      return readScript(readFileSync(file, 'utf8'), file, patterns);
    },
  };
}

function filesOf(folder: string): readonly { readonly name: string; readonly file: string }[] {
  return namesIn(folder)
    .filter((name) => extensions.includes(extname(name)))
    .sort()
    .slice(0, filesMax)
    .map((name) => ({ name: basename(name, extname(name)), file: join(folder, name) }))
    .filter(({ file }) => statSync(file).size <= scriptBytesMax);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return [];
    throw error;
  }
}

/** A script from the text of its file; what is wrong with it is a fault by path. */
export function readScript(text: string, file: string, patterns: Patterns): Result<StepScript> {
  const name = basename(file);
  const wrong = (problems: readonly Problem[], placeOf: PlaceOf = () => null) =>
    failed(templateFault(name, problems, placeOf));
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, merge: false });
  const broken = document.errors[0];
  if (broken !== undefined)
    return wrong([{ path: [], message: `is not readable as YAML: ${broken.message}` }]);
  const input: unknown = document.toJS({ maxAliasCount: 0 });
  const parsed = StepScript.safeParse(input);
  if (!parsed.success) return wrong(problemsOf(parsed.error, input, () => Object.keys(StepScript.shape)));
  const script = parsed.data;
  const expected = `${script.id}@${script.version}`;
  if (basename(name, extname(name)) !== expected)
    return wrong([{ path: ['id'], message: `belongs into a file named ${expected}.yaml` }]);
  const read = patterns[scriptReader]?.(script.code, script.sites ?? ['https://any.example']);
  if (read === undefined)
    return failed(fault('internal', 'Scripts cannot be read here.', 'Use "localagent template validate".'));
  if (!read.ok)
    return wrong(
      read.problems.map(({ line, column, message, rewrite }) => ({
        path: ['code'],
        message: `line ${line}, column ${column} of it: ${message} ${rewrite}`,
      })),
    );
  const beyond = read.script.calls.flatMap(({ path, line, buckets }) =>
    buckets
      .filter((bucket) => !script.buckets.includes(bucket))
      .map((bucket) => ({
        path: ['buckets'],
        message: `"${path}" in line ${line} is of bucket ${bucket}, which the script does not declare`,
      })),
  );
  const { output_schema: schema } = script;
  const unfit = schema !== undefined && readSchema(schema) === null;
  const told = [
    ...beyond,
    ...(unfit ? [{ path: ['output_schema'], message: 'is no JSON Schema that can be checked' }] : []),
  ];
  return told.length > 0 ? wrong(told) : ok(script);
}
