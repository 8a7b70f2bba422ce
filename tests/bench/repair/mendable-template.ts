import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../house/source-tree.ts';

/** Writes the shipped template with steps that say `on_failure: repair` into a folder; its id. */
export function writeMendableTemplate(folder: string): string {
  const shipped = readFileSync(join(root, 'templates', 'vendor-portal-report.yaml'), 'utf8');
  const own = shipped
    .replace('id: vendor-portal-report', 'id: mendable-report')
    .replace('    on_failure: skip\n', '')
    .replace(/^( +)buckets: \[(read, write|write|admin|read)\]$/gm, '$1buckets: [$2]\n$1on_failure: repair');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'mendable-report.yaml'), own);
  return 'mendable-report';
}
