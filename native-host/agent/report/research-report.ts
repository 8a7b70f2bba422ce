import type { RunEvent, RunView } from '../../../shared/run.ts';
import { renderHtml } from './render-html.ts';
import { renderLog } from './render-log.ts';
import { renderMarkdown } from './render-markdown.ts';
import { type ResearchReport, reportJson } from './report-json.ts';

/** The files of an objective run's report: `research_report.md`, `research_log.txt`, `report.json` and `report.html`. */
export type RenderedReport = {
  readonly markdown: string;
  readonly log: string;
  readonly json: ResearchReport;
  readonly html: string;
};

/** Makes the report from the run as it stands and the events that led there; at any time, however the run ended. */
export function renderResearchReport(run: RunView, events: readonly RunEvent[]): RenderedReport {
  const json = reportJson(run, events);
  return { markdown: renderMarkdown(json), log: renderLog(events), json, html: renderHtml(json) };
}
