// Where each control stands in a page, read from the outline of a snapshot: which part of the page it is in, below which
// heading, and between which other controls.

export type OutlinePlace = {
  /** The nearest part of the page around it, as `navigation "Main"`; empty when there is none. */
  readonly within: string;
  readonly heading: string;
  /** Names of the control before and the one after it. */
  readonly near: readonly string[];
};

const parts = new Set(
  'navigation search form region main banner contentinfo complementary dialog alertdialog table grid'.split(
    ' ',
  ),
);
const linePattern = /^( *)(?:([a-z][a-z0-9]*)\b)?(?: "((?:[^"\\]|\\.)*)")?/;
const refPattern = /(?:([a-z]+) "((?:[^"\\]|\\.)*)"[^"[]*(?:\[[a-z ]+\] )*)?\[((?:f\d+)?e\d+)\]/g;

/** The place of every ref that an outline tells. */
export function outlinePlaces(outline: string): ReadonlyMap<string, OutlinePlace> {
  const around: { readonly depth: number; readonly words: string }[] = [];
  const found: {
    readonly ref: string;
    readonly name: string;
    readonly within: string;
    readonly heading: string;
  }[] = [];
  let heading = '';
  for (const line of outline.split('\n')) {
    const [, indent = '', role = '', name = ''] = linePattern.exec(line) ?? [];
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    if (/^h[1-6]$/.test(role)) heading = name;
    const within = around.at(-1)?.words ?? '';
    for (const [, , inner, ref = ''] of line.matchAll(refPattern)) {
      found.push({ ref, name: inner ?? name, within, heading });
    }
    if (parts.has(role))
      around.push({ depth: indent.length, words: name === '' ? role : `${role} "${name}"` });
  }
  return new Map(
    found.map(({ ref, within, heading: above }, index) => {
      const beside = [found[index - 1], found[index + 1]].flatMap((other) =>
        other !== undefined && other.within === within && other.name !== '' ? [other.name] : [],
      );
      return [ref, { within, heading: above, near: beside }];
    }),
  );
}
