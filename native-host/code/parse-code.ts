import { createHash } from 'node:crypto';
import type { Program } from 'acorn';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { type CallSite, checkTree } from './check-tree.ts';
import { parseSource } from './parse-source.ts';
import { printTree } from './print-tree.ts';
import type { Problem } from './problem.ts';
import { meaningOf } from './walk-tree.ts';

/** A script that was accepted. Its tree is the tree of the printed text, so that lines mean what a person reads. */
export type Code = {
  readonly program: Program;
  readonly normalized: string;
  readonly sites: readonly CallSite[];
  /** SHA-256 (hex) of the printed text, and of the tree without places. */
  readonly codeHash: string;
  readonly treeHash: string;
};
export type ParsedCode =
  | { readonly ok: true; readonly code: Code }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses, checks, prints, and parses what was printed. */
export function parseCode(source: string): ParsedCode {
  const written = checked(source);
  if (!written.ok) return written;
  const normalized = printTree(written.program);
  const printed = checked(normalized, normalized.length);
  if (!printed.ok) throw new Error(`what was printed is not accepted: ${JSON.stringify(printed.problems)}`);
  const { program, sites } = printed;
  const tree = canonicalJson(meaningOf(program));
  if (tree !== canonicalJson(meaningOf(written.program)))
    throw new Error('what was printed means something else');
  return {
    ok: true,
    code: { program, normalized, sites, codeHash: digest(normalized), treeHash: digest(tree) },
  };
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function checked(source: string, charactersMax?: number) {
  const parsed = parseSource(source, charactersMax);
  if (!parsed.ok) return parsed;
  const result = checkTree(parsed.program, source);
  return result.ok ? { ...result, program: parsed.program } : result;
}
