import type { ResearchReport } from './report-json.ts';
import { asLink, asText, counted, cut, grouped, hostOf, inWords, isSameText, moment } from './report-text.ts';

// `research_report.md`: how it ended, what was found, what was not, and where each piece stands; then what was done. The
// answer is Markdown of its own, checked before it got here; all other text is text.

const quoteCharactersMax = 400;
const outcomeWords = { done: 'done', unclear: 'unclear', failed: 'failed', refused: 'refused' } as const;
const stateWords = { found: 'found', missing: 'not found' } as const;

/** The report as a person reads it. */
export function renderMarkdown(report: ResearchReport): string {
  const sections = [
    `# ${asText(cut(report.objective, 200))}`,
    section('Status', statusLines(report)),
    section('Final result', resultLines(report)),
    section('Not found in the pages read', notFoundLines(report)),
    section('Left out, not shown to meet the conditions', leftOutLines(report)),
    section(`Discoveries (${report.findings.length})`, discoveryLines(report)),
    section('Acts', actLines(report)),
    section('Files', fileLines(report)),
    section('Questions and approvals', questionLines(report)),
    section('Pages read', pageLines(report)),
    section(
      'Notes',
      report.notes.map((note) => `- ${asText(note)}`),
    ),
    section('How it went', effortLines(report)),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

function statusLines({
  ending,
  checklist,
  objective,
  fault,
  ended_at: ended,
}: ResearchReport): readonly string[] {
  const why = fault === null ? [] : ['', `${asText(fault.message)} ${asText(fault.hint)}`.trim()];
  const whole = objective.length > 200 ? ['', `The whole objective: ${asText(objective)}`] : [];
  const openWords = ended === null ? 'open' : 'not found';
  const items = checklist.map(
    ({ n, text, state }) => `${n}. ${asText(text)}: **${state === 'open' ? openWords : stateWords[state]}**`,
  );
  return [
    `**${ending.status}.** ${ending.words}`,
    ...why,
    ...whole,
    ...(items.length === 0 ? [] : ['', ...items]),
  ];
}

function resultLines({ answer, answer_by: by, acts }: ResearchReport): readonly string[] {
  if (by === 'nobody')
    return [acts.length > 0 ? 'No text was written; see the acts below.' : 'Nothing was found.'];
  const intro = by === 'code' ? ['No answer was written; these are the discoveries as recorded.', ''] : [];
  return [...intro, answer];
}

function notFoundLines({ checklist, not_found: numbers }: ResearchReport): readonly string[] {
  return checklist.filter(({ n }) => numbers.includes(n)).map(({ text }) => `- ${asText(text)}`);
}

function leftOutLines({ left_out: leftOut, findings }: ResearchReport): readonly string[] {
  return leftOut.flatMap(({ finding, condition }) => {
    const known = findings.find(({ n }) => n === finding);
    return known === undefined
      ? []
      : [`- ${asText(known.text)} [${finding}], not shown: ${asText(condition)}`];
  });
}

function discoveryLines({ findings }: ResearchReport): readonly string[] {
  const blocks = findings.map(({ n, text, quote, link, url, title, part, turn }) => {
    const said = isSameText(text, quote) ? [] : [`   > ${asText(cut(quote, quoteCharactersMax))}`, ''];
    const source = asLink(title.trim() === '' ? url : title, link === '' ? url : link);
    const host = title.trim() === '' || hostOf(url) === '' ? '' : ` (${asText(hostOf(url))})`;
    return [`${n}. ${asText(text)}`, '', ...said, `   ${source}${host}, part ${part}, turn ${turn}`].join(
      '\n',
    );
  });
  return blocks.length === 0 ? [] : [blocks.join('\n\n')];
}

function actLines({ acts }: ResearchReport): readonly string[] {
  return acts.map(({ tool, target, resource, outcome, words }) => {
    const what = target === '' ? tool : `${tool} ${target}`;
    return `- **${outcomeWords[outcome]}**: ${asText(what)} on ${asText(siteOf(resource))}. ${asText(words)}`;
  });
}

function siteOf(resource: string): string {
  return resource.replace(/^(?:origin|domain):/, '');
}

function fileLines({ files }: ResearchReport): readonly string[] {
  return files.map(
    ({ name, path, bytes, sha256 }) =>
      `- ${asText(name)}, ${bytes} bytes: ${asText(path)} (SHA-256 ${sha256})`,
  );
}

function questionLines({ questions, approvals }: ResearchReport): readonly string[] {
  return [
    ...questions.map(
      ({ text, answer }) => `- Asked: ${asText(text)} Answer: ${answer === null ? 'none' : asText(answer)}`,
    ),
    ...approvals.map(
      ({ title, answer, by }) =>
        `- ${asText(title)}: **${answer ?? 'not answered'}**${by === '' ? '' : ` by ${asText(by)}`}`,
    ),
  ];
}

function pageLines({ pages }: ResearchReport): readonly string[] {
  return pages.map(({ url, title }) => `- ${asLink(title === '' ? url : title, url)}`);
}

function effortLines(report: ResearchReport): readonly string[] {
  const { tokens, turns, turns_max: turnsMax, model, sent_back: sentBack } = report;
  const place = model.remote ? 'not on this machine' : 'on this machine';
  return [
    `- Time: ${inWords(report.duration_ms)}, of it ${inWords(tokens.model_ms)} waiting for the model`,
    `- Model: ${asText(model.name)} (${asText(model.provider)}, ${place})`,
    `- Turns: ${turns.length} of at most ${turnsMax}; ${counted(sentBack.length, 'proposal')} sent back`,
    `- Model calls: ${tokens.calls}; tokens read ${grouped(tokens.read)} (${grouped(tokens.reused)} of them reused), written ${grouped(tokens.written)}`,
    `- Started ${moment(report.started_at)}${report.ended_at === null ? '' : `, ended ${moment(report.ended_at)}`}; run ${asText(report.run_id)}`,
  ];
}
