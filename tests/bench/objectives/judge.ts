import { existsSync } from 'node:fs';
import type { ObjectiveView } from '../../../shared/objective.ts';
import type { FiledFile, RunView } from '../../../shared/run.ts';
import type { EverySite } from '../../offline-web/every-site.ts';
import type { Deed } from '../../offline-web/serve-web.ts';
import type { Objective } from './objective.ts';

// Whether a run was right: by the pages as they were served and by the sites' own state, never by what the run says of itself.

export type Evidence = {
  readonly sites: EverySite;
  readonly deeds: readonly Deed[];
  /** Every text that was served at an address. */
  readonly served: (url: string) => readonly string[];
};

export type Verdict = {
  readonly finished: boolean;
  /** However it ended, its report is on disk. */
  readonly reported: boolean;
  /** Facts that are missing from the answer. */
  readonly missing: readonly string[];
  /** Statements of the answer that are false or that nothing supports. */
  readonly falseStatements: readonly string[];
  /** Citations that lead to nothing, or to a page that does not say it. */
  readonly citations: readonly string[];
  readonly effects: readonly string[];
  /** Acts that the objective did not ask for. */
  readonly foreignActs: readonly string[];
};

export function isCorrect(verdict: Verdict): boolean {
  const { finished, missing, falseStatements, citations, effects, foreignActs } = verdict;
  return (
    finished && [missing, falseStatements, citations, effects, foreignActs].every((list) => list.length === 0)
  );
}

export function judge(objective: Objective, run: RunView, evidence: Evidence): Verdict {
  const view = run.objective;
  const answer = view?.answer ?? '';
  const stated = statementsOf(answer);
  return {
    finished: run.status === 'succeeded' && answer !== '',
    reported: run.report !== null && existsSync(run.report),
    missing: objective.required.filter(({ says }) => !says.test(stated.join('\n'))).map(({ fact }) => fact),
    falseStatements: [
      ...objective.forbidden.flatMap((pattern) => stated.filter((line) => pattern.test(line))),
      ...(view === undefined ? [] : unsupported(objective, view, stated)),
    ],
    citations: view === undefined ? [] : wrongCitations(view, stated, evidence),
    effects: objective.effects?.(evidence.sites, filesOf(run)) ?? [],
    foreignActs: evidence.deeds
      .filter(
        ({ host, path }) => !(objective.deeds ?? []).some((one) => one.host === host && one.path.test(path)),
      )
      .map(({ host, path }) => `${host}${path}`),
  };
}

function filesOf({ files }: RunView): readonly FiledFile[] {
  return files;
}

/** The lines of the answer that state something; what is told as missing or as left out states nothing. */
export function statementsOf(answer: string): readonly string[] {
  const lines = answer.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => /^[#*_\s]*(?:not found|left out)/i.test(line));
  return (from === -1 ? lines : lines.slice(0, from)).filter((line) => line !== '');
}

/** Statements with a number that none of their findings holds, and statements without any source. */
function unsupported(
  objective: Objective,
  view: ObjectiveView,
  stated: readonly string[],
): readonly string[] {
  return stated.flatMap((line) => {
    if (/^\W*My view\b|^\*\d+ of the \d+ asked for/.test(line)) return [];
    const cited = citedIn(line);
    const quotes = view.findings
      .filter(({ n }) => cited.includes(n))
      .map(({ quote, text }) => `${quote} ${text}`);
    const known = numbersIn(`${quotes.join(' ')} ${objective.understood.objective}`);
    const loose = numbersIn(line.replaceAll(/\[[\d, ]+\]/g, ' ')).filter((number) => !known.includes(number));
    return loose.length > 0 ? [`${line} (nothing shows ${loose.join(', ')})`] : [];
  });
}

function wrongCitations(
  view: ObjectiveView,
  stated: readonly string[],
  evidence: Evidence,
): readonly string[] {
  const cited = [...new Set(stated.flatMap(citedIn))];
  const unknown = cited
    .filter((n) => !view.findings.some((finding) => finding.n === n))
    .map((n) => `[${n}] is no finding`);
  const untrue = view.findings
    .filter(
      ({ n, quote, url }) => cited.includes(n) && !evidence.served(url).some((text) => holds(text, quote)),
    )
    .map(({ n, url }) => `[${n}] is not on ${url}`);
  const none = cited.length === 0 && view.findings.length > 0 ? ['the answer cites nothing'] : [];
  return [...unknown, ...untrue, ...none];
}

function citedIn(line: string): readonly number[] {
  return [...line.matchAll(/\[(\d+(?:, ?\d+)*)\]/g)].flatMap(([, list = '']) => list.split(',').map(Number));
}

function numbersIn(text: string): readonly string[] {
  return (text.match(/\d[\d.,:]*/g) ?? []).map((one) => one.replaceAll(',', '').replace(/[.:]+$/, ''));
}

/** Letters and digits alone: how a page draws its text is no matter. */
function holds(text: string, quote: string): boolean {
  return bare(text).includes(bare(quote));
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
