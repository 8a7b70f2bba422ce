import type { Node } from 'acorn';

/** Why a script is not accepted: where, what, and the rewrite that is. Written for a small model to follow. */
export type Problem = {
  /** From 1; 0 for what concerns the whole script. */
  readonly line: number;
  /** From 1; 0 for what concerns the whole script. */
  readonly column: number;
  readonly rule: string;
  readonly message: string;
  readonly rewrite: string;
};

export function problemAt(
  node: Pick<Node, 'loc'> | null,
  rule: string,
  message: string,
  rewrite: string,
): Problem {
  const start = node?.loc?.start;
  return {
    line: start?.line ?? 0,
    column: start === undefined ? 0 : start.column + 1,
    rule,
    message,
    rewrite,
  };
}
