import type { FaultCase } from '../fault-case.ts';
import { clickingCases } from './clicking.ts';
import { dialogCases } from './dialogs.ts';
import { editorCases } from './editors.ts';
import { fileCases } from './files.ts';
import { fillingCases } from './filling.ts';
import { frameCases } from './frames.ts';
import { identityCases } from './identity.ts';
import { pageCases } from './pages.ts';
import { readingCases } from './reading.ts';
import { tableCases } from './tables.ts';

/** Every case of our own, by kind. */
export const cases: readonly FaultCase[] = [
  ...clickingCases,
  ...identityCases,
  ...dialogCases,
  ...frameCases,
  ...fillingCases,
  ...editorCases,
  ...fileCases,
  ...readingCases,
  ...tableCases,
  ...pageCases,
];
