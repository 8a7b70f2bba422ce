import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportPdf } from '../../demo/report-pdf.ts';
import { type Report, reportByNumber, reportCsv, searchReports, shownAmount } from '../../demo/reports.ts';
import { createFileTools } from '../../native-host/files/file-tools.ts';
import { patterns } from '../../native-host/patterns/index.ts';
import { passwordFields, signInButtons } from '../../native-host/patterns/login-fields.ts';
import { passwordField } from '../../native-host/patterns/pattern.ts';
import { runTemplate } from '../../native-host/workflow/run-template.ts';
import type { RunEventBody } from '../../shared/run.ts';
import { type TestPlace, testPlace, testRunId } from '../native-host/files/place.ts';
import { FakeCalls, fakeClock, notFound, type Reply } from '../native-host/workflow/fake-calls.ts';
import { compilePlan, shippedParameters, shippedTemplate, valueIn } from '../native-host/workflow/shipped.ts';

// The portal as the template's selectors see it: what is on each page, and where each click leads.
class PaperPortal {
  page: 'sign-in' | 'dashboard' | 'reports' | 'report' = 'sign-in';
  accepts = true;
  prepared = 0;
  signIns = 0;
  csvPeriod = '2026-06';
  #alert = '';
  #query = '';
  #period = '';
  #at = 1;
  #dialog = false;
  #open: Report | undefined;
  readonly #place: TestPlace;

  constructor(place: TestPlace) {
    this.#place = place;
  }

  answer(tool: string, args: Readonly<Record<string, unknown>>): Reply {
    const selector = String(args['selector'] ?? '');
    if (tool === 'navigate')
      return { status: 200, http_error: false, redirects: [], url: 'https://portal.example.com/' };
    if (tool === 'wait') return this.#shows(selector, args) ? { elapsed_ms: 1, met: 'visible' } : notFound();
    if (tool === 'get_elements') return this.#elements(selector);
    if (tool === 'snapshot') return { outline: '', changed: false, complete: true, tokens: 9 };
    if (tool === 'get_text') return this.#text(selector);
    if (tool === 'fill') return this.#fill(args);
    if (tool === 'click') return this.#click(selector);
    if (tool === 'extract_table') return this.#table();
    if (tool === 'download') return this.#download(selector);
    if (tool !== 'handle_dialog') throw new Error(`the template was not to call ${tool}`);
    this.#dialog = false;
    this.prepared += 1;
    return { kind: 'confirm', message: 'Prepare?', accepted: true };
  }

  #found(): readonly Report[] {
    return searchReports({ query: this.#query, type: '', period: this.#period });
  }

  #shows(selector: string, args: Readonly<Record<string, unknown>>): boolean {
    const isPassword = [passwordField, ...passwordFields].includes(selector);
    if (args['state'] === 'hidden') return this.page !== 'sign-in';
    if (isPassword || /username/i.test(selector) || signInButtons.includes(selector))
      return this.page === 'sign-in';
    if (selector.endsWith('[name="Sign out"]')) return this.page !== 'sign-in';
    if (selector.startsWith('role=row')) return selector.includes(this.#found()[0]?.number ?? '');
    if (selector === 'role=status') return this.page === 'reports';
    return selector === 'role=link[name="Download CSV"]' && this.page === 'report' && this.prepared > 0;
  }

  /** On the last page of a list there is no link to a next one, nor anything like it. */
  #elements(selector: string): Reply {
    const pages = Math.ceil(this.#found().length / 8);
    const hasNext = selector.endsWith('role=link[name="Next"]') && this.#at < pages;
    const box = { x: 0, y: 0, width: 40, height: 20 };
    const link = {
      ref: 'e9',
      tag: 'a',
      role: 'link',
      name: 'Next',
      text: 'Next',
      value: null,
      checked: null,
    };
    const next = { ...link, attributes: {}, box, visible: true, styles: {} };
    return {
      url: 'https://portal.example.com/reports',
      elements: hasNext ? [next] : [],
      count: hasNext ? 1 : 0,
    };
  }

  #text(selector: string): Reply {
    const text = selector === 'role=alert' ? this.#alert : 'Download CSV';
    if (text === '') return notFound();
    return { text, part: 1, parts: 1, outline: [], heading: '', byline: '', published: '', tokens: 1 };
  }

  #fill(args: Readonly<Record<string, unknown>>): Reply {
    const fields: readonly unknown[] = Array.isArray(args['fields']) ? args['fields'] : [];
    for (const field of fields) {
      const { selector, value } = Object(field);
      if (selector === 'label="Search text"') this.#query = value;
      if (selector === 'label="Period"') this.#period = value;
    }
    return {
      fields: fields.map((field) => ({
        selector: String(Object(field).selector),
        value: null,
        matches: true,
      })),
    };
  }

  #click(selector: string): Reply {
    if (signInButtons.includes(selector)) this.#signIn();
    if (selector.endsWith('role=link[name="Reports"]')) this.page = 'reports';
    if (selector.endsWith('[name="Search"]')) this.#at = 1;
    if (selector.endsWith('role=link[name="Next"]')) this.#at += 1;
    if (selector.startsWith('role=row')) {
      this.page = 'report';
      this.#open = this.#found()[0];
    }
    if (selector.endsWith('[name="Sign out"]')) this.page = 'sign-in';
    this.#dialog = selector.endsWith('[name="Prepare report"]');
    const dialog = this.#dialog ? { kind: 'confirm', message: 'Prepare?' } : null;
    return { delivered: true, effects: [], dialog };
  }

  #signIn(): void {
    this.signIns += 1;
    if (this.accepts) this.page = 'dashboard';
    else this.#alert = 'The username or password is not correct.';
  }

  #table(): Reply {
    if (this.page !== 'reports') return notFound();
    const shown = this.#found().slice((this.#at - 1) * 8, this.#at * 8);
    const cells = shown.map(({ number, title, period, total }) =>
      [number, title, period, String(total.rows), shownAmount(total.netCents)].map((text, index) => ({
        text,
        number: index === 3 ? total.rows : null,
        href: null,
      })),
    );
    const rows = shown.map(({ number }) => ({ Number: number }));
    return {
      ref: 'e1',
      kind: 'table',
      caption: '',
      headers: [],
      header_rows: [],
      columns: [],
      rows,
      cells,
      row_count: rows.length,
      foot_rows: 0,
      levels: [],
      complete: true,
      missing: '',
      next: null,
      text: '',
      tables: [],
    };
  }

  #download(selector: string): Reply {
    if (this.#open === undefined || this.prepared === 0) return notFound();
    const isCsv = selector.includes('CSV');
    const bytes = isCsv ? Buffer.from(reportCsv(this.csvPeriod)) : reportPdf(this.#open);
    const name = `${this.#open.fileStem}.${isCsv ? 'csv' : 'pdf'}`;
    const path = join(this.#place.downloads, name);
    writeFileSync(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { name, path, bytes: bytes.length, sha256, mime: '', source_url: 'https://portal.example.com/x' };
  }
}

async function run(place: TestPlace, change: (portal: PaperPortal) => void = () => {}) {
  mkdirSync(place.downloads, { recursive: true });
  const portal = new PaperPortal(place);
  change(portal);
  const files = createFileTools(place);
  const signal = new AbortController().signal;
  const calls = new FakeCalls(async (tool, args) => {
    if (tool !== 'save_file' && tool !== 'find_filed') return portal.answer(tool, args);
    const done = await files[tool].run(args, { run_id: testRunId, signal });
    return done.ok ? done.value : done.fault;
  });
  const events: RunEventBody[] = [];
  const plan = valueIn(
    compilePlan(shippedTemplate(), { ...shippedParameters, folder: join(place.home, 'R') }),
  );
  const end = await runTemplate(plan, {
    calls,
    patterns,
    clock: fakeClock(),
    approvalMs: 1000,
    emit: (event) => void events.push(event),
    signal,
    approver: { ask: async () => ({ answer: 'denied', by: 'nobody' }) },
    context: {
      run_id: testRunId,
      caller: { kind: 'workflow', id: testRunId, unattended: true },
      profile: null,
      template: { id: 'vendor-portal-report', version: '1.0.0', reviewed: true, accepted: false },
      granted: [],
    },
  });
  const saved = events.flatMap((event) => (event.type === 'file.saved' ? [event.file] : []));
  return { end, calls, portal, saved };
}

const june = reportByNumber('ST-2026-06');

test('the report of the month is listed, prepared, downloaded, checked and filed', async () => {
  const place = testPlace();
  const { end, portal, saved, calls } = await run(place);
  expect(end).toMatchObject({
    status: 'succeeded',
    fault: null,
    output: {
      report: 'Account statement',
      period: '2026-06',
      reports_listed: 23,
      rows_listed: june?.total.rows,
    },
  });
  expect(saved.filter(({ state }) => state === 'filed').map(({ name }) => name)).toEqual([
    'Vendor Account statement 2026-06.csv',
    'Vendor Account statement 2026-06.pdf',
  ]);
  expect([portal.signIns, portal.prepared, portal.page]).toEqual([1, 1, 'sign-in']);
  const turned = calls.made.filter(({ step_id: step, tool }) => step === 'turn_page' && tool === 'click');
  expect(turned).toHaveLength(2);
});

test('what is filed already is recognised, and the portal is not touched', async () => {
  const place = testPlace();
  await run(place);
  const { end, portal, calls, saved } = await run(place);
  expect(end).toMatchObject({ status: 'succeeded', output: { period: '2026-06' } });
  expect(calls.tools).toEqual(['find_filed', 'find_filed']);
  expect(portal.signIns).toBe(0);
  expect(saved.map(({ state }) => state)).toEqual(['already_filed', 'already_filed']);
});

test('a file of another month is not filed, and the run says so', async () => {
  const { end, saved } = await run(testPlace(), (portal) => {
    portal.csvPeriod = '2026-05';
  });
  expect(end).toMatchObject({ status: 'failed', fault: { code: 'not-actionable' } });
  expect(saved.every(({ state }) => state === 'downloaded')).toBe(true);
});

test('a wrong password is tried once, and nothing else is done', async () => {
  const { end, portal, calls } = await run(testPlace(), (one) => {
    one.accepts = false;
  });
  expect(end.fault?.message).toContain('did not accept the sign-in');
  expect([portal.signIns, portal.prepared]).toEqual([1, 0]);
  expect(calls.tools.at(-1)).not.toBe('click');
  expect(end.fault?.code).toBe('bad-arguments');
});
