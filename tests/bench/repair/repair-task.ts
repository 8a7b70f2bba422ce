// The prompt of a repair as its reader takes it apart.

export type AskedPlace = {
  readonly place: string;
  readonly selector: string;
  readonly role: string;
  readonly name: string;
  readonly within: string;
  readonly beside: readonly string[];
};
export type Shown = {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly within: string;
  readonly line: string;
};
export type Task = {
  readonly tool: string;
  readonly places: readonly AskedPlace[];
  /** The page as it was told last. */
  readonly outline: string;
  readonly shown: readonly Shown[];
  /** Everything that was said before, for what has been tried. */
  readonly whole: string;
  readonly tries: number;
  /** How the step failed. */
  readonly failed: string;
};

const placePattern = /^ {2}(\S+): (.*) — was ([a-z]+) "([^"]*)"(.*)$/;
const shownPattern = /([a-z]+)(?: "((?:[^"\\]|\\.)*)")?[^"[]*(?:\[[a-z ]+\] )*\[((?:f\d+)?e\d+)\]/g;
const regions = /^( *)(navigation|search|form|region|banner|contentinfo|main|dialog|table)\b(?: "([^"]*)")?/;

export function readTask(whole: string, news: string): Task {
  const places = whole.split('\n').flatMap((line): AskedPlace[] => {
    const [, place = '', selector = '', role = '', name = '', rest = ''] = placePattern.exec(line) ?? [];
    if (place === '') return [];
    const within = /within ([a-z]+(?: '[^']*')?)/.exec(rest)?.[1] ?? '';
    const beside = [...(/beside ((?:"[^"]*"(?: and )?)+)/.exec(rest)?.[1] ?? '').matchAll(/"([^"]*)"/g)];
    return [{ place, selector, role, name, within, beside: beside.map(([, one = '']) => one) }];
  });
  const latest = news.includes('<<<PAGE') ? news : whole;
  const outline = latest.slice(latest.lastIndexOf('<<<PAGE'));
  const tool = /^STEP .*: tool (\S+),/m.exec(whole)?.[1] ?? '';
  const tries = whole.split('NOT MENDED:').length - 1;
  const failed = /^FAILED (.*)$/m.exec(whole)?.[1] ?? '';
  return { tool, places, outline, shown: shownIn(outline), whole, tries, failed };
}

function shownIn(outline: string): readonly Shown[] {
  const around: { readonly depth: number; readonly words: string }[] = [];
  return outline.split('\n').flatMap((line) => {
    const depth = line.length - line.trimStart().length;
    while ((around.at(-1)?.depth ?? -1) >= depth) around.pop();
    const within = around.at(-1)?.words ?? '';
    const found = [...line.matchAll(shownPattern)].map(([, role = '', name = '', ref = '']) => {
      return { ref, role, name, within, line };
    });
    const region = regions.exec(line);
    if (region !== null) {
      around.push({
        depth,
        words: region[3] === undefined ? (region[2] ?? '') : `${region[2]} '${region[3]}'`,
      });
    }
    return found;
  });
}
