import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ExtractionPlan } from '../../shared/extraction.ts';
import { LibraryIndex } from '../job-shapes.ts';
import { libraryKey } from '../library.ts';
import type { ObjectStore } from '../means.ts';

/** The library of the demo: its one template, as people ask for it, and where each value comes from. */
export async function fillDemoLibrary(
  store: ObjectStore,
  template: { readonly id: string; readonly version: string },
): Promise<void> {
  const index = LibraryIndex.parse({
    schema: 'localagent.library/1',
    templates: [
      {
        ...template,
        title: 'Totals of a statement',
        description: "Reads net, VAT and gross of one month's report from the vendor's portal.",
        keywords: ['statement', 'total', 'totals', 'net', 'gross', 'vat', 'portal', 'report'],
        reviewed: true,
        parameters: {
          portal_url: { type: 'url', required: true, description: "the portal's address" },
          username: { type: 'string', required: true },
          password: { type: 'secret', default: 'secret:vendor_portal' },
          report: {
            type: 'string',
            options: ['Account statement', 'Credit notes', 'Freight costs'],
            default: 'Account statement',
          },
          period: { type: 'month', required: true },
        },
        extraction: demoPlan(),
      },
    ],
  });
  await store.put(libraryKey, `${JSON.stringify(index, null, 2)}\n`);
}

/** The library's plan is the template's own: what one of them did not name would not be sent, or not be read. */
function demoPlan(): ExtractionPlan {
  const text = readFileSync(join(import.meta.dirname, 'statement-totals.json'), 'utf8');
  return z.object({ extraction: ExtractionPlan }).parse(JSON.parse(text)).extraction;
}
