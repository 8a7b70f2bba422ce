import type { Extracted, ExtractedField } from '../../shared/extraction.ts';
import { provenanceWords } from '../../shared/provenance-words.ts';

/** One line of a report for each field of an extraction plan, in plain words: field, value, source, how sure, where. */
export function extractedRows({ fields }: Extracted): readonly (readonly unknown[])[] {
  return Object.entries(fields).map(([name, field]) => [
    name,
    Array.isArray(field.value) ? `${field.value.length} rows` : field.value,
    sourceWords[field.source],
    field.confidence === null ? '' : `${Math.round(field.confidence * 100)} %`,
    [...field.provenance.map(provenanceWords), field.note].filter((text) => text !== '').join('; '),
  ]);
}

/** The pictures that were sent, and what each was for. */
export function pictureLines({ pictures }: Extracted): readonly string[] {
  return pictures.map(
    ({ step_id, fields, key, bytes, masked }) =>
      `Sent: the picture of step ${step_id} for ${fields.join(', ')} (${bytes} bytes, ${masked} fields painted over), as ${key}`,
  );
}

const sourceWords: Readonly<Record<ExtractedField['source'], string>> = {
  dom_local: 'page',
  screenshot_cloud: 'picture',
  derived_cloud: 'computed',
  both: 'page and picture',
};
