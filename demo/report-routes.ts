import { noticePage } from './pages.ts';
import {
  fileReply,
  jsonReply,
  type PortalState,
  pageReply,
  type Reply,
  redirectReply,
  type Visit,
} from './replies.ts';
import { type Preparation, reportPage, searchPage } from './report-pages.ts';
import { reportPdf } from './report-pdf.ts';
import { isPeriod, type Report, reportCsv, searchReports } from './reports.ts';
import type { Session } from './sessions.ts';

/** What a signed-in visitor asks of one report. */
export interface ReportVisit {
  readonly visit: Visit;
  readonly portal: PortalState;
  readonly session: Session;
  readonly report: Report;
}

const QUERY_CHARACTERS_MAX = 100;

/** The search form, and results once any of its fields is in the address. */
export function search(visit: Visit, portal: PortalState, session: Session): Reply {
  const given = visit.url.searchParams;
  const wanted = {
    query: (given.get('query') ?? '').slice(0, QUERY_CHARACTERS_MAX),
    type: given.get('type') ?? '',
    period: (given.get('period') ?? '').trim(),
  };
  if (!['query', 'type', 'period'].some((name) => given.has(name))) {
    return pageReply(visit, searchPage(wanted, 'not-searched'));
  }
  if (wanted.period !== '' && !isPeriod(wanted.period)) {
    return pageReply(visit, searchPage(wanted, 'bad-period'), 400);
  }
  const page = /^[1-9]\d{0,3}$/.test(given.get('page') ?? '') ? Number(given.get('page')) : 1;
  const statusOf = (report: Report) => preparationOf(report, session, portal.now());
  return pageReply(visit, searchPage(wanted, { found: searchReports(wanted), page, statusOf }));
}

export function showReport({ visit, portal, session, report }: ReportVisit): Reply {
  return pageReply(
    visit,
    reportPage(report, preparationOf(report, session, portal.now()), session.csrfToken),
  );
}

/** Starts to prepare the files, anew if they were ready; while they are being prepared it changes nothing. */
export function prepareReport({ portal, session, report }: ReportVisit): Reply {
  if (preparationOf(report, session, portal.now()) !== 'preparing') {
    session.readyAt.set(report.number, portal.now() + portal.prepareMs);
  }
  return redirectReply(`/reports/${report.number}`);
}

/** `{state}`, for the page to ask for while it waits. */
export function reportState({ portal, session, report }: ReportVisit): Reply {
  return jsonReply({ state: preparationOf(report, session, portal.now()) });
}

export function downloadCsv(asked: ReportVisit): Reply {
  const { report } = asked;
  if (!isReady(asked)) return notReady(asked);
  const reply = fileReply('text/csv; charset=utf-8', reportCsv(report.period, report.type));
  const disposition = `attachment; filename="${report.fileStem}.csv"`;
  return { ...reply, headers: { ...reply.headers, 'content-disposition': disposition } };
}

/** The PDF as plain bytes: the page makes a file of them itself. */
export function fetchPdf(asked: ReportVisit): Reply {
  return isReady(asked) ? fileReply('application/pdf', reportPdf(asked.report)) : notReady(asked);
}

function isReady({ portal, session, report }: ReportVisit): boolean {
  return preparationOf(report, session, portal.now()) === 'ready';
}

function notReady({ visit, report }: ReportVisit): Reply {
  const link = { path: `/reports/${report.number}`, label: 'Back to the report' };
  return pageReply(
    visit,
    noticePage('Not ready', 'Prepare the report before you download its files.', link),
    409,
  );
}

function preparationOf(report: Report, session: Session, now: number): Preparation {
  const readyAt = session.readyAt.get(report.number);
  if (readyAt === undefined) return 'none';
  return now < readyAt ? 'preparing' : 'ready';
}
