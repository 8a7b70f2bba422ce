import { periodName, type Report, shownAmount } from './reports.ts';

/**
 * The PDF of one report: a valid one-page PDF 1.4 file with title, period and totals as uncompressed text, so
 * that a test can find them in the bytes. All text is ASCII, so characters and bytes have the same count.
 */
export function reportPdf(report: Report): Buffer {
  const { total } = report;
  const content = [
    textAt(22, 780, `${report.title} ${periodName(report.period)}`),
    textAt(11, 752, `Northwind Components - report ${report.number}`),
    textAt(11, 712, `Rows: ${total.rows}`),
    textAt(11, 694, `Net: EUR ${shownAmount(total.netCents)}`),
    textAt(11, 676, `VAT: EUR ${shownAmount(total.vatCents)}`),
    textAt(14, 648, `Total: EUR ${shownAmount(total.grossCents)}`),
  ].join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

function textAt(size: number, y: number, text: string): string {
  return `BT /F1 ${size} Tf 56 ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const entries = ['0000000000 65535 f '];
  objects.forEach((object, index) => {
    entries.push(`${String(file.length).padStart(10, '0')} 00000 n `);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const xrefAt = file.length;
  file += `xref\n0 ${entries.length}\n${entries.join('\n')}\n`;
  file += `trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${xrefAt}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
