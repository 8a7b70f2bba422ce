import { expect, test } from 'vitest';
import { type PdfPiece, paragraphsOf } from '../../../native-host/documents/pdf-lines.ts';

const piece = (text: string, x: number, y: number, height = 10): PdfPiece => ({
  text,
  x,
  y,
  width: text.length * height * 0.5,
  height,
});

test('pieces of a line are joined, with a gap where they stand apart and a tab between columns', () => {
  expect(paragraphsOf([piece('Re', 0, 700), piece('port', 10, 700)])).toEqual(['Report']);
  expect(paragraphsOf([piece('Net', 0, 700), piece('due', 18, 700)])).toEqual(['Net due']);
  expect(paragraphsOf([piece('Net', 0, 700), piece('12.50', 200, 700)])).toEqual(['Net\t12.50']);
});

test('lines close together are a paragraph; more room or larger letters begin the next', () => {
  expect(paragraphsOf([piece('one', 0, 700), piece('two', 0, 688), piece('three', 0, 650)])).toEqual([
    'one\ntwo',
    'three',
  ]);
  expect(paragraphsOf([piece('Title', 0, 700, 20), piece('text', 0, 680)])).toEqual(['Title', 'text']);
});
