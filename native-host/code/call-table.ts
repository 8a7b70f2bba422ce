import type { Node } from 'acorn';
import type { Bucket } from '../../shared/actions.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { badArguments } from '../../shared/tools/bad-arguments.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { saysDelete } from '../../shared/tools/delete-words.ts';
import { tools } from '../../shared/tools/index.ts';
import type { CodeCall, CodeProblem } from '../../shared/tools/validate-code.ts';
import { argumentNames, secretsIn, toolArguments } from './call-arguments.ts';
import type { CallSite } from './check-tree.ts';
import { readGraphql } from './graphql-facts.ts';
import { knownFields, literalOf, writtenTexts } from './literal-of.ts';
import type { Code } from './parse-code.ts';
import { problemAt } from './problem.ts';
import { taintedCalls } from './taint-flow.ts';
import { walk } from './walk-tree.ts';

/** A call site with everything that is known of it before it runs. */
export type CallRow = CodeCall & {
  /** Where the call stands in the printed text: names the site. */
  readonly start: number;
  readonly loops: number;
  /** The URL that it goes to, where that is written out; null: it stays, or goes where it is told when it runs. */
  readonly destination: string | null;
  /** It leaves the page it is on for an address that is not written out. */
  readonly goesAnywhere: boolean;
  /** Folder of the host that it works in, where it does. */
  readonly folder: string | null;
  readonly page: ToolDeclaration['page'];
};
export type CallTable = { readonly rows: readonly CallRow[]; readonly problems: readonly CodeProblem[] };

export function callTable(code: Code): CallTable {
  const tainted = taintedCalls(code);
  const problems: CodeProblem[] = [];
  const rows = code.sites.map((site) => rowOf(site, code.normalized, tainted.has(site.node.start), problems));
  // Accepting the question that a deletion raises is that deletion.
  const deletes = rows.some(({ buckets }) => buckets.includes('delete'));
  const all = rows.map((row) =>
    row.tool === 'handle_dialog' && deletes ? { ...row, buckets: withDelete(row.buckets) } : row,
  );
  return { rows: all, problems };
}

function rowOf(site: CallSite, text: string, tainted: boolean, problems: CodeProblem[]): CallRow {
  const { node, verb, path, body, loops } = site;
  const tool = site.tool === null ? null : (tools.get(site.tool) ?? null);
  const known = body?.type === 'ObjectExpression' ? knownFields(body) : nothingKnown;
  const literal = body === null ? { known: true, value: {} } : literalOf(body);
  const args = toolArguments(path, Object.fromEntries(known.fields));
  const complete = literal.known;
  if (tool !== null) problems.push(...argumentProblems(site, tool, known, args, complete));
  const destination = tool === null || args['url'] === undefined ? null : tool.destinationOf(args);
  const graphql = path === '/graphql' ? graphqlOf(site, args['query'], problems) : undefined;
  return {
    line: node.loc?.start.line ?? 0,
    verb,
    path,
    tool: site.tool,
    buckets: tool === null ? [] : bucketsOf(site, tool, args, graphql),
    arguments: body === null ? '{}' : text.slice(body.start, body.end),
    secrets: body === null ? [] : secretsWritten(site.tool, body, args),
    executions_max: loops === 0 ? 1 : null,
    tainted,
    ...(graphql === undefined ? {} : { graphql }),
    start: node.start,
    loops,
    destination,
    goesAnywhere: known.keys.has('url') && destination === null && (tool?.name ?? '') !== 'wait',
    folder: typeof args['folder'] === 'string' && tool?.runs_in === 'host' ? args['folder'] : null,
    page: tool?.page ?? 'none',
  };
}

const nothingKnown: ReturnType<typeof knownFields> = { fields: new Map(), keys: new Map(), complete: true };

function argumentProblems(
  { node, path }: CallSite,
  tool: ToolDeclaration,
  known: ReturnType<typeof knownFields>,
  args: Readonly<Record<string, unknown>>,
  complete: boolean,
): readonly CodeProblem[] {
  const names = argumentNames(path, tool.name);
  const strangers = [...known.keys].filter(([key]) => !names.includes(key));
  if (strangers.length > 0) {
    return strangers.map(([key, at]) => {
      const near = nearestName(key, names);
      const meant = near === null ? '' : `Did you mean "${near}"? `;
      const takes = names.length === 0 ? 'no arguments' : names.join(', ');
      return problemAt(at, 'api-argument', `"${path}" takes no "${key}".`, `${meant}It takes: ${takes}.`);
    });
  }
  if (names.length === 0) return [];
  if (tool.runs_in === 'host' && typeof args['folder'] !== 'string') {
    const rewrite = 'Write the folder as a plain text: { folder: "~/Reports", … }.';
    return [problemAt(node, 'api-argument', `"${path}" needs a folder that is written out.`, rewrite)];
  }
  if (complete) {
    const parsed = tool.input.safeParse(args);
    if (parsed.success) return [];
    const { message, hint } = badArguments(path, parsed.error, names);
    return [problemAt(node, 'api-argument', message, hint)];
  }
  return Object.entries(tool.input.shape).flatMap(([key, schema]) => {
    const given = args[key];
    const computed = known.keys.has(key) && given === undefined;
    if (computed || !known.complete || (path === '/fill' && key === 'value')) return [];
    const parsed = schema.safeParse(given);
    if (parsed.success) return [];
    const said = parsed.error.issues[0]?.message ?? 'it does not fit';
    const rewrite = `"${path}" takes: ${names.join(', ')}.`;
    return [problemAt(node, 'api-argument', `"${key}" of "${path}": ${said}.`, rewrite)];
  });
}

function bucketsOf(
  { body }: CallSite,
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  graphql: CodeCall['graphql'],
): Bucket[] {
  if (graphql !== undefined) return [graphql.operation === 'query' ? 'read' : 'write'];
  if (tool.name === 'navigate') return [args['auth'] === undefined ? 'read' : 'write'];
  const [usual] = tool.buckets;
  const words = body === null ? [] : wordsIn(body);
  const deletes = tool.buckets.includes('delete') && words.some((word) => saysDelete(word));
  return deletes ? withDelete([usual]) : [usual];
}

function withDelete(buckets: readonly Bucket[]): Bucket[] {
  return [...new Set<Bucket>([...buckets, 'delete'])];
}

function wordsIn(node: Node): readonly string[] {
  const words: string[] = [];
  walk(node, (part) => words.push(...writtenTexts(part)));
  // Selectors put the name among signs: role=button[name="Delete"].
  return words.map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}

// A secret is named where it is written out. A name that is put together when the script runs is refused then.
function secretsWritten(tool: string | null, body: Node, args: Readonly<Record<string, unknown>>): string[] {
  const found = new Set(secretsIn(tool, args));
  walk(body, (part) => {
    for (const text of writtenTexts(part))
      for (const name of secretsIn('fill', { value: text })) found.add(name);
  });
  return tool === 'fill' || tool === 'navigate' ? [...found] : [];
}

function graphqlOf({ node }: CallSite, query: unknown, problems: CodeProblem[]): CodeCall['graphql'] {
  if (typeof query !== 'string') {
    const rewrite =
      'Write the query as a plain text and give values in variables: { query: "{ me { id } }", variables: { } }.';
    problems.push(problemAt(node, 'graphql', 'The GraphQL query is not written out.', rewrite));
    return undefined;
  }
  const read = readGraphql(query);
  if (!read.ok) {
    const rewrite = 'Send one query or one mutation: "query { orders(first: 10) { id total } }".';
    problems.push(
      problemAt(node, 'graphql', `The GraphQL query cannot be accepted: ${read.message}.`, rewrite),
    );
    return undefined;
  }
  const { facts } = read;
  return { ...facts, types: [...facts.types], fields: [...facts.fields] };
}
