import { expect, test } from 'vitest';
import { extractedRows, pictureLines } from '../../../native-host/runs/render-extracted.ts';
import type { Extracted } from '../../../shared/extraction.ts';

const page = {
  kind: 'page',
  url: 'https://a.example/reports',
  step_id: 'found',
  selector: '#results',
  row: 1,
  column: 'Gross',
} as const;
const extracted: Extracted = {
  fields: {
    gross: { source: 'dom_local', value: '10.00', confidence: 0.99, provenance: [page], note: '' },
    rows: { source: 'dom_local', value: [1, 2], confidence: 0.8, provenance: [], note: '' },
    due: {
      source: 'screenshot_cloud',
      value: null,
      confidence: null,
      provenance: [],
      note: 'read in the cloud',
    },
  },
  pictures: [
    {
      step_id: 'shot',
      fields: ['due'],
      key: 'jobs/j/s.png',
      sha256: 'a'.repeat(64),
      bytes: 9,
      url: null,
      masked: 1,
    },
  ],
};

test('a field is told with its source, how sure it is, and where it was read', () => {
  const { fields } = extracted;
  expect(extractedRows({ fields, pictures: [] })).toEqual([
    [
      'gross',
      '10.00',
      'page',
      '99 %',
      'https://a.example/reports, row 1, column Gross, #results, step found',
    ],
    ['rows', '2 rows', 'page', '80 %', ''],
    ['due', null, 'picture', '', 'read in the cloud'],
  ]);
});

test('a picture that was sent is told with what it was for and what was painted over', () => {
  expect(pictureLines(extracted)).toEqual([
    'Sent: the picture of step shot for due (9 bytes, 1 fields painted over), as jobs/j/s.png',
  ]);
});
