import type { Tools } from './tools.ts';

/** Solves one episode of a task: what is asked for, in the page's own words, and the tools. */
export type Policy = (utterance: string, tools: Tools) => Promise<void>;

/** Policies by the name of the task. */
export type Policies = Readonly<Record<string, Policy>>;
