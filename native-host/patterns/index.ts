import { login } from './login.ts';
import type { Pattern } from './pattern.ts';
import { search } from './search.ts';
import { select } from './select.ts';
import { submit } from './submit.ts';

/** Every pattern by name. */
export const patterns: Readonly<Record<string, Pattern>> = Object.freeze({ login, search, select, submit });
