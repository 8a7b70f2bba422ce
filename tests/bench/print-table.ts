/** Prints a Markdown table to stdout, columns padded so that it reads well in a terminal too. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head, ...body] = rows;
  process.stdout.write(`\n${title}\n\n${[line(head ?? []), rule, ...body.map(line)].join('\n')}\n`);
}
