import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readReply } from '../../../native-host/model/read-reply.ts';
import { at, box, button, link, NoTool, named, type Outcome } from './caller.ts';
import { all, either, type FaultCase, type Finding, type Stage } from './fault-case.ts';
import type { CasePages } from './fault-site.ts';
import { OurCaller } from './our-caller.ts';

// Cases that lie in a folder outside this repository, each made after a public report. Their pages are served as they
// are; what they show is read past the tool.

type Play = (stage: Stage) => Promise<Finding>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/** The cases of a folder that this bench knows the steps of. */
export function givenCases(folder: string): readonly FaultCase[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'case.json')))
    .sort()
    .flatMap((name) => {
      const play = plays[name];
      return play === undefined ? [] : [{ name, kind: 'given', pages: pagesIn(join(folder, name)), play }];
    });
}

function pagesIn(folder: string): CasePages {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file !== 'case.json')
      .flatMap((file) => {
        const page = {
          body: readFileSync(join(folder, file)),
          headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' },
        };
        return [[`/${file}`, page] as const, ...(file === 'index.html' ? [['/', page] as const] : [])];
      }),
  );
}

const plays: Readonly<Record<string, Play>> = {
  '01-overlay-sticky': async (stage) => {
    const { tool, site, refuses } = stage;
    await tool.open(site.at());
    await tool.click({ ...button('View INV-1027'), css: 'li:nth-child(27) button' });
    const first = await shows(stage, '#result', 'Opened INV-1027');
    const covered = await tool.click({ ...button('View INV-1080'), css: 'li:nth-child(80) button' });
    const honest = either(refuses(covered), await shows(stage, '#result', 'Opened INV-1080'));
    await tool.click(button('Only necessary'));
    await tool.click({ ...button('View INV-1080'), css: 'li:nth-child(80) button' });
    return all(
      first,
      honest,
      await shows(stage, '#result', 'Opened INV-1080'),
      await noHarm(stage, '#stray', '0'),
    );
  },
  '02-label-checkbox': async (stage) => {
    const { tool, site } = stage;
    await tool.open(site.at());
    const terms = 'I have read the price terms and delivery conditions that apply for this contract year';
    await tool.click({ ...named('checkbox', terms), css: '#terms' });
    const offers = await tool
      .look()
      .then(({ told }) => (/switch \\?"Send me offers/.test(told) ? 'switch' : 'checkbox'));
    await tool.click({ ...named(offers, 'Send me offers'), css: '#offers' });
    await tool.click(button('Save preferences'));
    return shows(stage, '#result', 'terms=on paperless=on offers=off hash=none');
  },
  '03-combobox-typeahead': async (stage) => {
    const { tool, site } = stage;
    await tool.open(site.at());
    await tool.fill(named('combobox', 'Vendor'), 'Norddal');
    await tool.waitFor('Norddal Foods Denmark A/S', 5000);
    await tool.click({ ...named('option', 'Norddal Foods Denmark A/S'), css: '[role=option]:nth-child(2)' });
    await tool.click(button('Save order'));
    return shows(stage, '#result', 'Saved vendor V-2040 (Norddal Foods Denmark A/S)');
  },
  '04-controlled-masked': async (stage) => {
    const { tool, site } = stage;
    await tool.open(site.at());
    await tool.fill(box('Payee'), 'Åse Lindqvist-Ødegård');
    await tool.fill(box('Amount'), '1500.00');
    await tool.press('Tab');
    await tool.click(button('Save request'));
    return shows(stage, '#result', 'Saved: Åse Lindqvist-Ødegård / 150000 cents');
  },
  '05-shadow-slots': async ({ tool, site, holds }) => {
    await tool.open(site.at());
    const whole = holds(await tool.read(), ['Crate A', 'Crate B']);
    await tool.fill(
      { ...box('Quantity'), after: 'Crate B', css: 'crate-item[code=B] >>> crate-qty >>> input' },
      '12',
    );
    await tool.click({
      ...button('Order now'),
      after: 'Crate B',
      css: 'crate-item[code=B] >>> crate-button >>> button',
    });
    return all(whole, holds(await tool.read(), ['Ordered 12 × Crate B']));
  },
  '06-cross-origin-frames': async (stage) => {
    const { tool, site, holds } = stage;
    await tool.open(site.at());
    await tool.fill({ ...box('PO number', '#pay'), css: '#po' }, '4500-7719');
    await tool.click({ ...button('Confirm', '#pay'), css: '#go' });
    return all(
      await shows(stage, '#result', 'PO 4500-7719 confirmed'),
      holds(await tool.read(), ['PO 4500-7719 confirmed', 'AC-58-QX']),
    );
  },
  '07-span-table': async ({ tool, site, is }) => {
    await tool.open(site.at());
    const { table } = await tool.table({ ...named('table', 'Orders and value by depot'), css: '#figures' });
    const rows = [
      'North|Alta|14|1,240.00|18|1,610.50',
      'North|Bodø|9|805.25|closed|closed',
      'North|Narvik|21|2,019.00|25|2,400.75',
      'South|Arendal|7|512.00|11 (joint)|934.10',
      'South|Mandal|3|300.00|11 (joint)|120.00',
      'Total|Total|54|4,876.25|54|5,065.35',
    ];
    const read = table.rows.map((row) => row.join('|'));
    return is(rows.every((row, place) => read[place] === row) && read.length === 6, JSON.stringify(read));
  },
  '08-number-cells': async ({ tool, site, is }) => {
    await tool.open(site.at());
    const { table, told } = await tool.table(at('#balances'));
    const shown = table.rows.map(([, text = '']) => text.replace(/[\u00a0\u202f]/g, ' '));
    const right =
      '1 234 567,89 kr;1 011,50 €;(14,675.56);−2,50;1.234,50-;CHF 12’345.60;₹12,34,567.00;5.000;0,5 %;—;00123;1e3;1.2.2024';
    return all(
      is(shown.slice(0, 13).join(';') === right, shown.join(';')),
      numbersIn(told),
      is(/^\$?1,299\s*99$/.test(shown[13] ?? ''), `${shown[13]}`),
    );
  },
  '09-confirm-prompt': async (stage) => {
    const { tool, site } = stage;
    await tool.open(site.at());
    await tool.click(button('Delete draft'));
    await tool.answerDialog(false);
    const kept = await shows(stage, '#result', 'Draft D-77 kept');
    await tool.click(button('Delete draft'));
    await tool.answerDialog(true);
    await tool.answerDialog(true, 'duplicate of D-71');
    return all(kept, await shows(stage, '#result', 'Draft D-77 deleted: duplicate of D-71'));
  },
  '10-blob-download-twice': async ({ tool, site, is }) => {
    await tool.open(site.at());
    const first = await tool.download(button('Export CSV'));
    await tool.click(button('Next month'));
    const second = await tool.download(button('Export CSV'));
    const third = await tool.download(link('Summary as CSV'));
    const contents = [first, second, third].map(({ file }) =>
      Buffer.from(file?.content ?? '', 'latin1').toString('utf8'),
    );
    const wanted = [
      '\ufeffmonth;total\r\n2024-01;1200.00\r\n',
      '\ufeffmonth;total\r\n2024-02;950.25\r\n',
      'key;value\nok;2\n',
    ];
    return is(
      wanted.every((text, place) => contents[place] === text),
      JSON.stringify(contents),
    );
  },
  '11-spa-rerender': async (stage) => {
    const { tool, site, holds } = stage;
    await tool.open(site.at());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await tool.click(button('Open order 1003'));
    await tool.waitFor('Order 1003', 5000);
    const read = holds(await tool.read(), ['Kestrel Tools, total 88.40']);
    const opened = await noHarm(stage, '#opened', '1003');
    await tool.click(button('Back to orders'));
    return all(read, opened, holds(await tool.read(), ['Orders']));
  },
  '12-load-more-lazy': async ({ tool, site, is }) => {
    await tool.open(site.at());
    for (const shown of ['20 of 37 shown', '30 of 37 shown', '37 of 37 shown']) {
      await tool.click({ ...button('Load more'), css: '#more' });
      await tool.waitFor(shown, 5000);
    }
    const { table } = await tool.table({ ...named('table', ''), css: '#prices' });
    const sum = table.rows.reduce((total, [, price = '']) => total + Number(price), 0);
    const partial = !table.complete;
    const right = table.rows.length === 37 && Math.abs(sum - 951.37) < 0.001;
    return is(right && !partial, `${table.rows.length} rows, sum ${sum}, complete ${table.complete}`);
  },
  '13-page-overrides': async (stage) => {
    const { tool, site, holds } = stage;
    await tool.open(site.at());
    const list = holds(listed(await tool.evaluate('return [1, 2, 3]')), ['[1,2,3]']);
    const value = holds(await tool.evaluate('return 7'), ['7']);
    const before = holds(await tool.read(), ['Balance 482.10']);
    await tool.click(button('Refresh balance'));
    return all(list, value, before, holds(await tool.read(), ['Balance 501.75']));
  },
  '14-model-json': async ({ tool, site, is }) => {
    if (!(tool instanceof OurCaller)) throw new NoTool('model output is read by no browser tool');
    const items = ModelOutputs.parse(await (await fetch(site.at('/outputs.json'))).json());
    const wrong = items.filter(({ raw, must, action }) => {
      const reply = readReply(raw, OutputAction);
      const right = reply.ok && isDeepStrictEqual(reply.value, action);
      if (must === 'reject') return reply.ok;
      return must === 'action' ? !right : reply.ok && !right;
    });
    return is(wrong.length === 0, `misread: ${wrong.map(({ name }) => name).join(', ')}`);
  },
};

const OutputRef = z.string().regex(/^e\d+$/);
/** The actions that the case's own outputs are written in. */
const OutputAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['click', 'get_text']), element: OutputRef }),
  z.strictObject({ action: z.literal('fill'), element: OutputRef, text: z.string() }),
  z.strictObject({ action: z.literal('press_key'), key: z.string() }),
  z.strictObject({ action: z.literal('wait'), ms: z.int() }),
]);
const ModelOutputs = z.array(
  z.object({
    name: z.string(),
    raw: z.string(),
    must: z.enum(['action', 'either', 'first-or-reject', 'reject']),
    action: z.unknown().optional(),
  }),
);

function listed(outcome: Outcome): Outcome {
  return { ...outcome, told: outcome.told.replace(/\s+/g, '') };
}

const Numbered = z.object({ cells: z.array(z.array(z.object({ number: z.number().nullable() }))) });

/** The numbers that a table gives beside its texts: what only looks like a number stays text. */
function numbersIn(told: string): Finding {
  const wanted = [1234567.89, 1011.5, -14675.56, -2.5, -1234.5, 12345.6, 1234567, [null, 5000]];
  const read = Numbered.parse(JSON.parse(told)).cells.map((row) => row[1]?.number ?? null);
  const right = (place: number): boolean => {
    const want = wanted[place] ?? null;
    // The last one is a price with raised cents; a number for it may be either, and is never the digits run together.
    if (place === 13) return read[place] !== 129_999;
    return Array.isArray(want) ? want.includes(read[place] ?? null) : read[place] === want;
  };
  const wrong = read.filter((_number, place) => !right(place));
  return {
    right: wrong.length === 0,
    harm: wrong.length > 0 ? `numbers ${JSON.stringify(read)}` : null,
    seen: '',
  };
}

const showMs = 3000;

async function shows({ shown }: Stage, css: string, text: string): Promise<Finding> {
  let seen = '';
  for (const end = Date.now() + showMs; Date.now() < end; ) {
    seen = await shown(css);
    if (seen === text) return { right: true, harm: null, seen };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { right: false, harm: null, seen: `${css} shows ${JSON.stringify(seen)}` };
}

async function noHarm({ shown }: Stage, css: string, text: string): Promise<Finding> {
  const seen = await shown(css);
  const absent = seen === '' || seen === 'undefined';
  return {
    right: seen === text,
    harm: seen === text || absent ? null : `${css} shows ${JSON.stringify(seen)}`,
    seen,
  };
}
