import { isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { Test } from '../../shared/condition.ts';
import { ExtractionField } from '../../shared/extraction.ts';
import { failed, ok, type Result } from '../../shared/faults.ts';
import { ParameterSpec } from '../../shared/parameter-spec.ts';
import type { StepScript } from '../../shared/step-script.ts';
import {
  AskStep,
  CodeStep,
  LoopStep,
  PromptStep,
  Template,
  ToolStep,
  UseStep,
  WrittenTemplate,
} from '../../shared/template.ts';
import { checkTemplate } from './check-template.ts';
import { checkCodePlaces, citeScripts, emptyShelf, type ScriptShelf } from './cite-scripts.ts';
import { expandUses, type Library } from './expand-uses.ts';
import type { Patterns } from './ports.ts';
import { type PlaceOf, type Problem, problemsOf, type TextPlace, templateFault } from './problems.ts';

/** Characters of a template file; a shipped one has a few thousand. */
const templateCharactersMax = 500_000;

export type LoadedTemplate = {
  /** With the steps of the templates that it uses in their place. */
  readonly template: Template;
  /** As the file has it: what is reviewed and signed. */
  readonly written: WrittenTemplate;
  /** The templates that it uses, as `id@version`. */
  readonly used: readonly string[];
  /** The scripts that its steps cite, by `id@version`. */
  readonly scripts?: Readonly<Record<string, StepScript>>;
  /** The file as it is named to people. */
  readonly file: string;
  readonly placeOf: PlaceOf;
};

/**
 * A template from the text of a YAML or JSON file, checked as far as it can be without parameters. A wrong
 * one is a `bad-arguments` fault that names file, line, path and what was expected.
 */
export function parseTemplate(
  text: string,
  file: string,
  patterns: Patterns,
  library: Library = () => null,
  shelf: ScriptShelf = emptyShelf,
): Result<LoadedTemplate> {
  const wrong = (problems: readonly Problem[], placeOf: PlaceOf) =>
    failed(templateFault(file, problems, placeOf));
  if (text.length > templateCharactersMax) {
    const message = `has ${text.length} characters; at most ${templateCharactersMax} are read`;
    return wrong([{ path: [], message }], () => null);
  }
  const lines = new LineCounter();
  // JSON is YAML too, so one reader gives line numbers for both. Aliases could blow a small file up and are
  // not needed.
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    merge: false,
  });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const at = placeAt(lines, broken.pos[0]);
    return wrong([{ path: [], message: `is not readable as YAML: ${broken.message}` }], () => at);
  }
  const placeOf: PlaceOf = (path, within) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      const start = isNode(node) ? node.range?.[0] : undefined;
      if (start === undefined) continue;
      const whole = length === path.length;
      return whole && within !== undefined
        ? placeWithin(node, within, { text, lines, start })
        : placeAt(lines, start);
    }
    return null;
  };
  const input = plainValue(document);
  if (input === null) {
    return wrong([{ path: [], message: 'uses aliases ("*name"), which a template cannot have' }], () => null);
  }
  const parsed = WrittenTemplate.safeParse(input.value);
  if (!parsed.success) return wrong(problemsOf(parsed.error, input.value, knownKeys), placeOf);
  const doubled = checkCodePlaces(parsed.data);
  if (doubled.length > 0) return wrong(doubled, placeOf);
  const { template: joined, used, origins, problems: inUses } = expandUses(parsed.data, library);
  if (inUses.length > 0) return wrong(inUses, placeOf);
  // What is wrong in a step of another template is told at the step that uses it.
  const placeInFile: PlaceOf = ([first, index, ...rest], within) => {
    if (first !== 'steps' || typeof index !== 'number' || used.length === 0)
      return placeOf(
        [first, index, ...rest].filter((part) => part !== undefined),
        within,
      );
    const origin = origins[index] ?? index;
    const isOwn = origins.filter((one) => one === origin).length === 1;
    return placeOf(['steps', origin, ...(isOwn ? rest : [])], isOwn ? within : undefined);
  };
  const { template, scripts, problems: uncited } = citeScripts(joined, shelf);
  const problems = [...uncited, ...checkTemplate(template, patterns)];
  if (problems.length > 0) return wrong(problems, placeInFile);
  return ok({ template, written: parsed.data, used, scripts, file, placeOf: placeInFile });
}

// Of a text in a block (`|`) the place in the file is known; of one in quotes, with its escapes, where it begins.
function placeWithin(
  node: unknown,
  within: TextPlace,
  { text, lines, start }: { readonly text: string; readonly lines: LineCounter; readonly start: number },
): ReturnType<PlaceOf> {
  const begins = placeAt(lines, start);
  if (begins === null || !isScalar(node) || node.type !== 'BLOCK_LITERAL') return begins;
  const line = begins.line + within.line;
  const first = text.split('\n')[line - 1] ?? '';
  const indent =
    text
      .slice(start)
      .split('\n')
      .slice(1)
      .find((one) => one.trim() !== '') ?? first;
  return { line, column: indent.length - indent.trimStart().length + within.column };
}

function placeAt(lines: LineCounter, offset: number): ReturnType<PlaceOf> {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function plainValue(document: ReturnType<typeof parseDocument>): { readonly value: unknown } | null {
  try {
    return { value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

/** Keys that a place of a template may have, for "did you mean". */
function knownKeys(path: readonly PropertyKey[]): string[] {
  const last = path.at(-1);
  if (path.length === 0) return Object.keys(Template.shape);
  if (path[0] === 'extraction') return Object.keys(ExtractionField.shape);
  if (path[0] === 'parameters') return Object.keys(ParameterSpec.shape);
  if (last === 'for_each') return Object.keys(LoopStep.shape.for_each.shape);
  if (last === 'if' || last === 'finish_if' || last === 'until')
    return [...Object.keys(Test.shape), 'all', 'any'];
  return [ToolStep, CodeStep, PromptStep, AskStep, LoopStep, UseStep].flatMap(({ shape }) =>
    Object.keys(shape),
  );
}
