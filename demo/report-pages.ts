import { type Html, html } from './html.ts';
import { csrfField, type PageContent } from './layout.ts';
import {
  periodName,
  REPORT_KINDS,
  REPORT_TYPES,
  type Report,
  type ReportSearch,
  shownAmount,
} from './reports.ts';

/** Rows on one page of search results. */
export const PAGE_ROWS = 8;

/** Where a report's files stand within one session. */
export type Preparation = 'none' | 'preparing' | 'ready';

const STATUS_WORDS: Readonly<Record<Preparation, string>> = {
  none: 'Not prepared',
  preparing: 'Preparing…',
  ready: 'Ready to download',
};

export interface Results {
  readonly found: readonly Report[];
  /** Counts from 1; beyond the last page it means the last. */
  readonly page: number;
  readonly statusOf: (report: Report) => Preparation;
}

const INVITATION = html`<p class="muted">Choose what to look for, or search for everything.</p>`;
const PERIOD_HINT = html`<small id="period-hint">YYYY-MM, or empty for all</small>`;
const PERIOD_FAULT = html`<small id="period-hint" class="bad" role="alert">
Enter the period as YYYY-MM, for example 2026-06.</small>`;

/** The search form, with results once something was searched for, or with what is wrong with the period. */
export function searchPage(
  search: ReportSearch,
  outcome: Results | 'not-searched' | 'bad-period',
): PageContent {
  return {
    title: 'Reports',
    section: '/reports',
    main: html`<h1>Reports</h1>
${searchForm(search, outcome === 'bad-period')}
${outcome === 'not-searched' ? INVITATION : undefined}
${typeof outcome === 'string' ? undefined : results(search, outcome)}`,
  };
}

function searchForm(search: ReportSearch, badPeriod: boolean): Html {
  const options = REPORT_TYPES.map((type) => option(type, REPORT_KINDS[type].title, search.type));
  const hint = badPeriod ? PERIOD_FAULT : PERIOD_HINT;
  return html`<form class="card search" role="search" aria-label="Reports" method="get" action="/reports">
<div class="field wide">
<label for="query">Search text</label>
<input id="query" name="query" type="text" maxlength="100" autocomplete="off" value="${search.query}"
 aria-describedby="query-hint">
<small id="query-hint">Title, month or report number</small>
</div>
<div class="field">
<label for="type">Report type</label>
<select id="type" name="type">${[option('', 'All types', search.type), ...options]}</select>
</div>
<div class="field">
<label for="period">Period</label>
<input id="period" name="period" type="text" maxlength="7" autocomplete="off" placeholder="2026-06"
 value="${search.period}" aria-describedby="period-hint"${badPeriod ? html` aria-invalid="true"` : undefined}>
${hint}
</div>
<div class="field actions">
<button type="submit">Search</button>
<a href="/reports">Clear</a>
</div>
</form>`;
}

function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${label}</option>`;
}

function results(search: ReportSearch, { found, page, statusOf }: Results): Html {
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const shown = Math.min(page, pages);
  const rows = found.slice((shown - 1) * PAGE_ROWS, shown * PAGE_ROWS);
  if (rows.length === 0) return html`<p class="notice" role="status">No reports match your search.</p>`;
  const count = found.length === 1 ? '1 report found' : `${found.length} reports found`;
  return html`<p class="count" role="status">${count}</p>
<div class="card table">
<table id="results">
<caption>Reports, oldest first</caption>
<thead>
<tr>
<th scope="colgroup" colspan="2">Report</th>
<th scope="col" rowspan="2">Period</th>
<th scope="col" rowspan="2" class="number">Rows</th>
<th scope="colgroup" colspan="3">Amounts (EUR)</th>
<th scope="col" rowspan="2">Status</th>
<th scope="col" rowspan="2">Action</th>
</tr>
<tr>
<th scope="col">Number</th>
<th scope="col">Title</th>
<th scope="col" class="number">Net</th>
<th scope="col" class="number">VAT</th>
<th scope="col" class="number">Gross</th>
</tr>
</thead>
<tbody>
${rows.map((report) => resultRow(report, statusOf(report)))}
</tbody>
</table>
</div>
${paging(search, shown, pages)}`;
}

function resultRow(report: Report, status: Preparation): Html {
  const { total } = report;
  return html`<tr>
<td>${report.number}</td>
<td>${report.title}</td>
<td>${report.period}</td>
<td class="number">${total.rows}</td>
<td class="number">${shownAmount(total.netCents)}</td>
<td class="number">${shownAmount(total.vatCents)}</td>
<td class="number">${shownAmount(total.grossCents)}</td>
<td><span class="state" data-state="${status}">${STATUS_WORDS[status]}</span></td>
<td><a href="/reports/${report.number}">Open<span class="unseen"> ${report.number}</span></a></td>
</tr>`;
}

function paging(search: ReportSearch, page: number, pages: number): Html {
  return html`<nav class="paging" aria-label="Pages">
${pageLink('Previous', 'prev', search, page > 1 ? page - 1 : undefined)}
<span>Page ${page} of ${pages}</span>
${pageLink('Next', 'next', search, page < pages ? page + 1 : undefined)}
</nav>`;
}

function pageLink(label: string, relation: string, search: ReportSearch, page: number | undefined): Html {
  if (page === undefined) return html`<span class="off">${label}</span>`;
  const query = new URLSearchParams({ ...search, page: String(page) });
  return html`<a rel="${relation}" href="/reports?${query.toString()}">${label}</a>`;
}

/** One report: what it holds, the button that has its files made, and the files once they are ready. */
export function reportPage(report: Report, preparation: Preparation, csrfToken: string): PageContent {
  const month = periodName(report.period);
  const path = `/reports/${report.number}`;
  const { total } = report;
  return {
    title: `${report.title}, ${month}`,
    section: '/reports',
    main: html`<p class="trail"><a href="/reports">Reports</a> / ${report.number}</p>
<h1>${report.title}, ${month}</h1>
<dl class="card details">
<div><dt>Report number</dt><dd>${report.number}</dd></div>
<div><dt>Period</dt><dd>${report.period}</dd></div>
<div><dt>Rows</dt><dd>${total.rows}</dd></div>
<div><dt>Net (EUR)</dt><dd>${shownAmount(total.netCents)}</dd></div>
<div><dt>VAT (EUR)</dt><dd>${shownAmount(total.vatCents)}</dd></div>
<div><dt>Gross (EUR)</dt><dd>${shownAmount(total.grossCents)}</dd></div>
</dl>
<section class="card" id="preparation" aria-labelledby="files-heading" data-state-url="${path}/state">
<h2 id="files-heading">Files</h2>
<p id="preparation-status" role="status" class="state"
 data-state="${preparation}">${STATUS_WORDS[preparation]}</p>
<div id="downloads" class="row"></div>
<form method="post" action="${path}/prepare" data-confirm="Prepare ${report.title} for ${month}?">
${csrfField(csrfToken)}
<button type="submit"${preparation === 'preparing' ? html` disabled` : undefined}>Prepare report</button>
</form>
<template id="downloads-template">
<a class="button" href="${path}/csv">Download CSV</a>
<button type="button" class="quiet" data-source="${path}/pdf"
 data-name="${report.fileStem}.pdf">Download PDF</button>
</template>
</section>`,
  };
}
