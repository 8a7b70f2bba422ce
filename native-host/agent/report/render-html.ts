import { answerHtml, escaped, linkTo } from './html-text.ts';
import type { ResearchReport } from './report-json.ts';
import { reportStyle } from './report-style.ts';
import { counted, cut, grouped, hostOf, inWords, isSameText, moment, onOneLine } from './report-text.ts';

// The report as one page that needs nothing else: no script, nothing fetched. It is read in the panel, opened as a file, and
// printed as PDF.

const quoteCharactersMax = 600;

/** The report as a self-contained HTML document. */
export function renderHtml(report: ResearchReport): string {
  const title = escaped(cut(onOneLine(report.objective), 120));
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${reportStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1 dir="auto">${escaped(onOneLine(report.objective))}</h1>`,
    status(report),
    section('Final result', result(report)),
    section('Not found in the pages read', notFound(report)),
    section('Left out, not shown to meet the conditions', leftOut(report)),
    section(`Discoveries (${report.findings.length})`, discoveries(report)),
    section('Acts', acts(report)),
    section('Files', files(report)),
    section('Questions and approvals', questions(report)),
    section('Pages read', pages(report)),
    section('Notes', list(report.notes.map(escaped))),
    section('How it went', effort(report)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ]
    .filter((part, at, all) => part !== '' || at === all.length - 1)
    .join('\n');
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section>\n<h2>${escaped(title)}</h2>\n${content}\n</section>`;
}

function list(items: readonly string[]): string {
  return items.length === 0
    ? ''
    : `<ul>\n${items.map((item) => `<li dir="auto">${item}</li>`).join('\n')}\n</ul>`;
}

function status({ status: state, ending, fault, checklist, ended_at: ended }: ResearchReport): string {
  const why = fault === null ? '' : `<p>${escaped(fault.message)} ${escaped(fault.hint)}</p>`;
  const items = checklist.map(({ text, state: one }) => {
    const isFound = one === 'found';
    return `<li class="${isFound ? 'found' : 'open'}" dir="auto">${escaped(text)}${isFound ? '' : ` <span class="soft">${one === 'open' && ended === null ? 'open' : 'not found'}</span>`}</li>`;
  });
  const list = items.length === 0 ? '' : `<ul class="items">\n${items.join('\n')}\n</ul>`;
  const isGood =
    state === 'succeeded' || state === 'running' || state === 'paused' || state === 'waiting_approval';
  const box = `<div class="status${isGood ? '' : ' bad'}"><p><strong>${escaped(ending.status)}.</strong> ${escaped(ending.words)}</p>${why}</div>`;
  return [box, list].filter((part) => part !== '').join('\n');
}

function result({ answer, answer_by: by, findings, acts: done }: ResearchReport): string {
  if (by === 'nobody')
    return `<p>${done.length > 0 ? 'No text was written; see the acts below.' : 'Nothing was found.'}</p>`;
  const intro =
    by === 'code'
      ? '<p class="soft">No answer was written; these are the discoveries as recorded.</p>\n'
      : '';
  return `${intro}<div class="result" dir="auto">\n${answerHtml(answer, new Set(findings.map(({ n }) => n)))}\n</div>`;
}

function notFound({ checklist, not_found: numbers }: ResearchReport): string {
  return list(checklist.filter(({ n }) => numbers.includes(n)).map(({ text }) => escaped(text)));
}

function leftOut({ left_out: left, findings }: ResearchReport): string {
  return list(
    left.flatMap(({ finding, condition }) => {
      const known = findings.find(({ n }) => n === finding);
      if (known === undefined) return [];
      return [
        `${escaped(known.text)} <a class="cite" href="#d${finding}">[${finding}]</a>, not shown: ${escaped(condition)}`,
      ];
    }),
  );
}

function discoveries({ findings }: ResearchReport): string {
  if (findings.length === 0) return '';
  const items = findings.map(({ n, text, quote, link, url, title, part, turn }) => {
    const hasTitle = title.trim() !== '';
    const said = isSameText(text, quote)
      ? ''
      : `<blockquote dir="auto">${escaped(cut(quote, quoteCharactersMax))}</blockquote>\n`;
    const source = linkTo(link === '' ? url : link, hasTitle ? onOneLine(title) : url);
    const host = hasTitle && hostOf(url) !== '' ? ` (${escaped(hostOf(url))})` : '';
    const where = `<div class="soft source">${source}${host}, part ${part}, turn ${turn}</div>`;
    return `<li id="d${n}" value="${n}" dir="auto">${escaped(text)}\n${said}${where}</li>`;
  });
  return `<ol class="finds">\n${items.join('\n')}\n</ol>`;
}

function acts({ acts: all }: ResearchReport): string {
  return list(
    all.map(({ tool, target, resource, outcome, words }) => {
      const what = target === '' ? tool : `${tool} ${target}`;
      return `<strong class="${outcome}">${outcome}</strong>: ${escaped(what)} on ${escaped(resource.replace(/^(?:origin|domain):/, ''))}. <span class="soft">${escaped(words)}</span>`;
    }),
  );
}

function files({ files: all }: ResearchReport): string {
  return list(
    all.map(
      ({ name, path, bytes, sha256 }) =>
        `${escaped(name)}, ${bytes} bytes: <code>${escaped(path)}</code> <span class="soft">SHA-256 ${escaped(sha256)}</span>`,
    ),
  );
}

function questions({ questions: asked, approvals }: ResearchReport): string {
  return list([
    ...asked.map(
      ({ text, answer }) =>
        `Asked: ${escaped(text)} <strong>${answer === null ? 'No answer' : escaped(answer)}</strong>`,
    ),
    ...approvals.map(
      ({ title, answer, by }) =>
        `${escaped(title)}: <strong>${escaped(answer ?? 'not answered')}</strong>${by === '' ? '' : ` by ${escaped(by)}`}`,
    ),
  ]);
}

function pages({ pages: all }: ResearchReport): string {
  return list(all.map(({ url, title }) => linkTo(url, title.trim() === '' ? url : onOneLine(title))));
}

function effort(report: ResearchReport): string {
  const { tokens, turns, turns_max: turnsMax, model, sent_back: sentBack } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['Time', `${inWords(report.duration_ms)}, of it ${inWords(tokens.model_ms)} waiting for the model`],
    [
      'Model',
      `${model.name} (${model.provider}, ${model.remote ? 'not on this machine' : 'on this machine'})`,
    ],
    ['Turns', `${turns.length} of at most ${turnsMax}; ${counted(sentBack.length, 'proposal')} sent back`],
    ['Model calls', String(tokens.calls)],
    [
      'Tokens',
      `${grouped(tokens.read)} read (${grouped(tokens.reused)} of them reused), ${grouped(tokens.written)} written`,
    ],
    ['Started', moment(report.started_at)],
    ['Ended', report.ended_at === null ? 'not yet' : moment(report.ended_at)],
    ['Run', report.run_id],
  ];
  const cells = rows.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  const steps = turns.map(({ n, words, why, outcome, state }) => {
    const came = [outcome, state === 'done' ? '' : state].filter((text) => text !== '').join(', ');
    return `<li value="${n}">${escaped(words)}${why === '' ? '' : ` <span class="soft">because ${escaped(why)}</span>`}${came === '' ? '' : ` → ${escaped(came)}`}</li>`;
  });
  const told =
    steps.length === 0
      ? ''
      : `\n<details>\n<summary>Every turn</summary>\n<ol>\n${steps.join('\n')}\n</ol>\n</details>`;
  return `<table>\n${cells.join('\n')}\n</table>${told}`;
}
