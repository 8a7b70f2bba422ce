import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a report, as they may lie in the folder of a run: the first two for people, the others for programs. */
const names = ['research_report.md', 'report.md', 'report.html', 'research_log.txt', 'report.json'] as const;

/** The files of a run's report that are there. */
export function reportFiles(folder: string): readonly string[] {
  return names.map((name) => join(folder, name)).filter((file) => existsSync(file));
}
