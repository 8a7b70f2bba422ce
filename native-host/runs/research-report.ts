import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '../io/write-file.ts';

/** The report of an objective run, made from its events alone. */
export type ResearchReport = {
  readonly markdown: string;
  /** Every action with its reason, a line each. */
  readonly log: string;
  readonly json: unknown;
  /** The report as one page that needs nothing else. */
  readonly html?: string;
};

export const researchReportName = 'research_report.md';
const logName = 'research_log.txt';

/** Writes `research_report.md`, `research_log.txt`, `report.json` and `report.html` into the run's folder, each whole or not at all. */
export function writeResearchReport(folder: string, { markdown, log, json, html }: ResearchReport): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileDurably(join(folder, 'report.json'), `${JSON.stringify(json, null, 2)}\n`, 0o600);
  writeFileDurably(join(folder, logName), log, 0o600);
  if (html !== undefined) writeFileDurably(join(folder, 'report.html'), html, 0o600);
  writeFileDurably(join(folder, researchReportName), markdown, 0o600);
}

/** Adds to the log while the run goes on; at its end it is written anew from the events. */
export function appendResearchLog(folder: string, lines: string): void {
  appendFileSync(join(folder, logName), lines, { mode: 0o600 });
}
