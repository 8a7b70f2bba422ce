import type { Handler } from '../means.ts';
import { aggregate } from './aggregate.ts';
import { answer } from './answer.ts';
import { chooseTemplate } from './choose-template.ts';
import { crossCheck } from './cross-check.ts';
import { noteFailure } from './note-failure.ts';
import { readScreenshots } from './read-screenshots.ts';
import { repair } from './repair.ts';

/** The handlers by the names that the state machine knows them by. */
export const handlers = {
  'choose-template': chooseTemplate,
  'read-screenshots': readScreenshots,
  'cross-check': crossCheck,
  'note-failure': noteFailure,
  repair,
  aggregate,
  answer,
} satisfies Readonly<Record<string, Handler>>;
export type HandlerName = keyof typeof handlers;
