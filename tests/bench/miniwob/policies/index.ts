import type { Policies } from '../policy.ts';
import { choosing } from './choosing.ts';
import { clicking } from './clicking.ts';
import { writing } from './writing.ts';

export const policies: Policies = { ...clicking, ...choosing, ...writing };
