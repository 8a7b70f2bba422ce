/**
 * Whether a GraphQL text only asks (`read`) or may change something (`write`). Only names outside of braces, brackets, texts
 * and comments can begin an operation; a text that cannot be read in full counts as changing.
 */
export function graphqlBucket(query: string): 'read' | 'write' {
  let depth = 0;
  let rest = query;
  for (let part = 0; rest !== '' && part < partsMax; part += 1) {
    const token = tokens.exec(rest)?.[0];
    if (token === undefined) return 'write';
    rest = rest.slice(token.length);
    if (/^[{[(]/.test(token)) depth += 1;
    else if (/^[}\])]/.test(token)) depth -= 1;
    else if (depth === 0 && (token === 'mutation' || token === 'subscription')) return 'write';
    if (depth < 0) return 'write';
  }
  return rest === '' && depth === 0 ? 'read' : 'write';
}

const partsMax = 20_000;
/** White space and commas, comments, block texts, texts, names, numbers, signs: as the GraphQL specification has them. */
const tokens =
  /^(?:[\s,\ufeff]+|#[^\n\r]*|"""(?:\\"""|(?!""")[\s\S])*"""|"(?:\\.|[^"\\\n\r])*"|[A-Za-z_][A-Za-z0-9_]*|-?[0-9][0-9.eE+-]*|\.\.\.|[{}[\]()!$&:=@|])/;
