import { expect, test } from 'vitest';
import { reportPdf } from '../../demo/report-pdf.ts';
import { CATALOGUE } from '../../demo/reports.ts';

test('each entry of the cross-reference table points at its object, and startxref at the table', () => {
  for (const report of CATALOGUE) {
    const file = reportPdf(report).toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const table = file.slice(start);
    expect(table.startsWith('xref\n0 6\n')).toBe(true);
    const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    offsets.forEach((offset, index) => {
      expect(file.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    });
    const [, length, content = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file) ?? [];
    expect(content).toHaveLength(Number(length));
  }
});
