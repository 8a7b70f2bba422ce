import { readFileSync } from 'node:fs';
import { wrongUsage } from '../command-error.ts';

/** The text of a template file that a person named. */
export function readTemplateText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw wrongUsage(
      code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${String(code)}).`,
      file,
      'Give the path of a template file, .yaml or .json.',
    );
  }
}
