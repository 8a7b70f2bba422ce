import { readStepCode } from '../code/step-code.ts';
import { patterns } from '../patterns/index.ts';
import { type Patterns, scriptReader } from '../workflow/ports.ts';

/** The patterns, with what reads the scripts of code steps. */
export const stepPatterns: Patterns = Object.freeze({ ...patterns, [scriptReader]: readStepCode });
