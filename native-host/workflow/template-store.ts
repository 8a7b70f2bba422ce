import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Bucket } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import type { TemplateSummary } from '../../shared/protocol/control-messages.ts';
import { isLoop, kindOf, singleStepsOf, type Template } from '../../shared/template.ts';
import type { Library } from './expand-uses.ts';
import { type LoadedTemplate, parseTemplate } from './parse-template.ts';
import type { Patterns } from './ports.ts';
import { shelfOf } from './script-store.ts';

/** Template files of one folder, and bytes of one file, that are looked at. */
const filesMax = 500;
const fileBytesMax = 2_000_000;
const extensions = ['.yaml', '.yml', '.json'];

export type TemplateFile = { readonly file: string; readonly loaded: Result<LoadedTemplate> };

/**
 * Every template file of the folders, read anew at each call: of each id the newest version of the first folder that has it,
 * so the person's own folder comes first. A missing folder holds none.
 */
export function readTemplates(folders: readonly string[], patterns: Patterns): readonly TemplateFile[] {
  const files = readVersions(folders, patterns);
  return files.filter(({ file, loaded }) => {
    if (!loaded.ok) return true;
    const { id } = loaded.value.template;
    const same = files.filter((other) => other.loaded.ok && other.loaded.value.template.id === id);
    const [first] = same;
    if (first === undefined) return false;
    const inFolder = same.filter((other) => dirname(other.file) === dirname(first.file));
    return newest(inFolder)?.file === file;
  });
}

/** Every version in every folder, in the order of the folders. */
export function readVersions(folders: readonly string[], patterns: Patterns): readonly TemplateFile[] {
  return folders.flatMap(filesOf).map((file) => ({ file, loaded: readTemplate(file, patterns, folders) }));
}

function newest(files: readonly TemplateFile[]): TemplateFile | undefined {
  return files.reduce<TemplateFile | undefined>(
    (best, file) =>
      best === undefined || compareVersions(versionOf(file), versionOf(best)) > 0 ? file : best,
    undefined,
  );
}

function versionOf({ loaded }: TemplateFile): string {
  return loaded.ok ? loaded.value.template.version : '';
}

/** Order of two versions, as semver has it: numbers as numbers, and a release above what precedes it. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => {
    const [numbers = '', ...before] = version.split('-');
    return { numbers: numbers.split('.').map(Number), before: before.join('-') };
  });
  if (first === undefined || second === undefined) return 0;
  for (const index of [0, 1, 2]) {
    const apart = (first.numbers[index] ?? 0) - (second.numbers[index] ?? 0);
    if (apart !== 0) return apart;
  }
  if (first.before === second.before) return 0;
  if (first.before === '' || second.before === '') return first.before === '' ? 1 : -1;
  return first.before < second.before ? -1 : 1;
}

/** The texts of the template files that may be the one of a name: `id` or `id@version`. */
export function textsOf(name: string, folders: readonly string[]): readonly string[] {
  const parts = name.split('@');
  return folders.flatMap(filesOf).flatMap((file) => {
    const text = readText(file);
    return text.ok && parts.every((part) => text.value.includes(part)) ? [text.value] : [];
  });
}

/** How deep templates may use others. */
const usesDepthMax = 3;

/** One template file; those that it uses are looked for in the folders. */
export function readTemplate(
  file: string,
  patterns: Patterns,
  folders: readonly string[] = [],
  depth = 0,
): Result<LoadedTemplate> {
  const text = readText(file);
  if (!text.ok) return text;
  const shelf = shelfOf(folders, patterns);
  return parseTemplate(text.value, basename(file), patterns, libraryOf(folders, patterns, depth), shelf);
}

/** The templates of some folders, for those that use them; what uses itself finds nothing at the deepest place. */
export function libraryOf(folders: readonly string[], patterns: Patterns, depth = 0): Library {
  return (name) => {
    if (depth >= usesDepthMax) return null;
    for (const file of folders.flatMap(filesOf)) {
      const text = readText(file);
      // Only what may be the one is read as a whole.
      if (!text.ok || !name.split('@').every((part) => text.value.includes(part))) continue;
      const loaded = readTemplate(file, patterns, folders, depth + 1);
      if (!loaded.ok) continue;
      const { id, version } = loaded.value.template;
      if (`${id}@${version}` === name) return loaded.value.template;
    }
    return null;
  };
}

/**
 * The template of a name: `id`, which means its newest version, or `id@version`. Unknown names and the faults of a broken file
 * by that name are told.
 */
export function findTemplate(
  name: string,
  folders: readonly string[],
  patterns: Patterns,
): Result<LoadedTemplate> {
  const [id = '', version] = name.split('@');
  if (version !== undefined) return findVersion(id, version, folders, patterns);
  const files = readTemplates(folders, patterns);
  const found = files.find(({ loaded }) => loaded.ok && loaded.value.template.id === id);
  if (found !== undefined) return found.loaded;
  const broken = files.find(({ file, loaded }) => !loaded.ok && basename(file, extname(file)) === id);
  if (broken !== undefined) return broken.loaded;
  const known = files.flatMap(({ loaded }) => (loaded.ok ? [loaded.value.template.id] : []));
  const list = known.length === 0 ? 'There are no templates.' : `There are: ${known.join(', ')}.`;
  return failed(
    fault(
      'bad-arguments',
      `There is no template "${id}".${didYouMean(id, known)}`,
      `${list} See "localagent template list".`,
    ),
  );
}

/** Every version of a template with its file, oldest first; of two files of one version the one that is found first. */
export function versionsOf(
  id: string,
  folders: readonly string[],
  patterns: Patterns,
): readonly { readonly version: string; readonly file: string }[] {
  const files = new Map<string, string>();
  for (const { file, loaded } of readVersions(folders, patterns)) {
    if (!loaded.ok || loaded.value.template.id !== id) continue;
    const { version } = loaded.value.template;
    if (!files.has(version)) files.set(version, file);
  }
  return [...files]
    .map(([version, file]) => ({ version, file }))
    .sort((one, other) => compareVersions(one.version, other.version));
}

function findVersion(
  id: string,
  version: string,
  folders: readonly string[],
  patterns: Patterns,
): Result<LoadedTemplate> {
  const versions = readVersions(folders, patterns).flatMap(({ loaded }) =>
    loaded.ok && loaded.value.template.id === id ? [loaded] : [],
  );
  const found = versions.find(({ value }) => value.template.version === version);
  if (found !== undefined) return found;
  const known = [...new Set(versions.map(({ value }) => value.template.version))].sort(compareVersions);
  const hint =
    known.length === 0 ? 'See "localagent template list".' : `There are the versions ${known.join(', ')}.`;
  return failed(fault('bad-arguments', `There is no template "${id}" of version ${version}.`, hint));
}

/** A template as it is offered: parameters to ask for, steps with the strongest act each declares. */
export function summarise(template: Template): TemplateSummary {
  return {
    id: template.id,
    version: template.version,
    title: template.title,
    description: template.description,
    parameters: Object.entries(template.parameters).map(([name, spec]) => ({
      name,
      title: spec.title,
      description: spec.description,
      type: spec.type,
      required: spec.required,
      pattern: spec.pattern ?? null,
      options: spec.options ?? null,
      default: spec.default ?? null,
    })),
    // Loops and what is in them, as a run counts them.
    steps: template.steps
      .flatMap((step) => (isLoop(step) ? [step, ...step.steps] : [step]))
      .map((step) => ({
        id: step.id,
        title: step.title,
        tool: kindOf(step),
        bucket: strongest(singleStepsOf([step]).flatMap(({ step: inner }) => inner.buckets)),
      })),
    review: template.review.state,
  };
}

const strength: readonly Bucket[] = ['admin', 'delete', 'write', 'read'];

function strongest(buckets: readonly Bucket[]): Bucket {
  return strength.find((bucket) => buckets.includes(bucket)) ?? 'read';
}

function filesOf(folder: string): readonly string[] {
  const names = readNames(folder).filter((name) => extensions.includes(extname(name)));
  return names
    .sort()
    .slice(0, filesMax)
    .map((name) => join(folder, name));
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readText(file: string): Result<string> {
  try {
    const { size } = statSync(file);
    if (size > fileBytesMax)
      return failed(unreadable(file, `it has ${size} bytes, at most ${fileBytesMax} are read`));
    return ok(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return failed(unreadable(file, code === 'ENOENT' ? 'it does not exist' : code));
  }
}

function unreadable(file: string, why: string): Fault {
  return fault(
    'bad-arguments',
    `The template ${file} cannot be read: ${why}.`,
    'Check the path and the rights.',
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
