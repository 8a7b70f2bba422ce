import { expect, test, vi } from 'vitest';
import { reportPdf } from '../../../demo/report-pdf.ts';
import { CATALOGUE } from '../../../demo/reports.ts';
import { readPdf } from '../../../native-host/documents/read-pdf.ts';
import { programEntries } from '../../../native-host/io/program-entries.ts';

const { pdfWorker } = programEntries();
// Each reading starts a thread, which takes its time on a machine that has other work.
vi.setConfig({ testTimeout: 120_000 });

const whole = { part: 1, format: 'text' } as const;
const read = (bytes: Uint8Array, args: Parameters<typeof readPdf>[1] = whole) =>
  readPdf(Buffer.from(bytes).toString('base64'), args, pdfWorker);

/** A PDF of pages with one line each. */
function pdfOf(lines: readonly string[]): Buffer {
  const kids = lines.map((_, at) => `${at * 2 + 4} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, at) => {
      const text = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${at * 2 + 5} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

test("the portal's own report is read with its amounts", async () => {
  const [report] = CATALOGUE;
  if (report === undefined) throw new Error('the portal has no report');
  const done = await read(reportPdf(report));
  expect(done).toMatchObject({ ok: true, value: { parts: 1, outline: [] } });
  const text = String(done.ok && done.value['text']);
  expect(text).toContain(report.title);
  expect(text).toMatch(/^Total: EUR /m);
});

test('pages are told apart, and the outline leads to each', async () => {
  const done = await read(pdfOf(['First sheet', 'Second sheet']), { part: 1, format: 'markdown' });
  expect(done.ok && done.value).toMatchObject({
    text: '## Page 1\n\nFirst sheet\n\n## Page 2\n\nSecond sheet',
    outline: [
      { level: 2, heading: 'Page 1', part: 1 },
      { level: 2, heading: 'Page 2', part: 1 },
    ],
  });
});

test('a file that is no PDF, one that is damaged and a part that is not there are faults', async () => {
  expect(await read(Buffer.from('<html>'))).toMatchObject({ ok: false, fault: { code: 'not-actionable' } });
  expect(await read(pdfOf(['x']).subarray(0, 60))).toMatchObject({ ok: false });
  expect(await read(pdfOf(['x']), { part: 9, format: 'text' })).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments' },
  });
});

test('a page without text says that it holds pictures', async () => {
  const done = await read(pdfOf(['']));
  expect(done.ok && String(done.value['text'])).toContain('screenshot');
});
