import { z } from 'zod';
import { FaultError, failed, ok, type Result } from '../../shared/faults.ts';
import { label } from '../../shared/prompt-text.ts';
import { actOn } from './act-on.ts';
import type { Outcome, Task } from './events.ts';
import { downloadFile, extractRows } from './keep-files.ts';
import { lookAtPage } from './look-at-page.ts';
import { endsRun, type Use } from './make-call.ts';
import type { Means } from './ports.ts';
import { hostOf } from './prompts/observation.ts';
import { searchWeb } from './search-web.ts';
import type { Assignment, PageLook } from './state.ts';

/**
 * Does one task by calls through the gate and says what became of it. A fault that the model can do something about is an
 * outcome; one that ends the run is raised.
 */
export function perform(task: Task, use: Use, assignment: Assignment, means: Means): Promise<Outcome> {
  switch (task.kind) {
    case 'search':
      return searchWeb(use, means.search, task.query);
    case 'open':
      return openPage(task, use, assignment);
    case 'ask':
      return askPerson(task.question, means);
    case 'extract':
      return extractRows(task, use, means);
    case 'download':
      return downloadFile(task, use, means);
    default:
      return actOn(task, use, assignment);
  }
}

const Opened = z.object({
  url: z.string(),
  title: z.string(),
  status: z.int().nullable(),
  http_error: z.boolean(),
});

async function openPage(
  { url, sources }: Extract<Task, { kind: 'open' }>,
  use: Use,
  assignment: Assignment,
): Promise<Outcome> {
  const { done } = await use('navigate', { url }, sources);
  if (!done.ok) {
    if (endsRun(done.fault)) throw new FaultError(done.fault);
    const line = `could not open it: ${done.fault.message} ${done.fault.hint}`;
    return { ok: false, line: label(line, 300), seen: { kind: 'nothing' }, failedUrl: url };
  }
  const opened = Opened.parse(done.value);
  const look = await looked(use, assignment);
  const words = look.ok ? look.value.parts.slice(0, 2).join(' ') : '';
  const wall = wallWords(words, opened.status);
  if (wall !== null) {
    const line = `the site lets no program in ("${label(wall, 80)}"), which is respected. Choose another source.`;
    return { ok: false, line, seen: { kind: 'nothing' }, failedUrl: url, wall: hostOf(opened.url) };
  }
  if (opened.http_error) {
    const line = `the page answered with the error ${opened.status ?? ''}; nothing was read. Choose another source.`;
    return { ok: false, line, seen: { kind: 'nothing' }, failedUrl: url };
  }
  if (!look.ok) {
    const line = `the page could not be read: ${look.fault.message}`;
    return { ok: false, line: label(line, 300), seen: { kind: 'nothing' }, failedUrl: url };
  }
  return {
    ok: true,
    line: `opened "${label(look.value.title, 80)}".`,
    seen: { kind: 'page', look: look.value },
  };
}

/** The open page, read as this run needs it. A fault that ends the run is raised. */
export async function looked(use: Use, { acts, readOnly, objective }: Assignment): Promise<Result<PageLook>> {
  const tables =
    !readOnly && (acts || /\btabl|\bcsv\b|\brows?\b|\blists?\b|compar|reconcil|spreadsheet/i.test(objective));
  const look = await lookAtPage(use, { controls: acts && !readOnly, tables });
  if (!look.ok && endsRun(look.fault)) throw new FaultError(look.fault);
  return look.ok && readOnly ? ok({ ...look.value, controls: [] }) : look.ok ? look : failed(look.fault);
}

const wallPattern =
  /(unusual traffic|are you (a )?(human|robot)|verify (that )?you('re| are) (a )?human|not a robot|checking your browser|captcha|automated (access|requests|queries)|enable javascript and cookies to continue)[^.\n]{0,60}/i;
/** An article about robots is longer than a page that keeps them out. */
const wallTextMax = 1_500;

/** The words by which a page asks for a person; null when it does not. */
export function wallWords(text: string, status: number | null): string | null {
  const words = wallPattern.exec(text)?.[0] ?? null;
  const isRefusal = status === 403 || status === 429 || status === 503;
  return words !== null && (isRefusal || text.length < wallTextMax) ? words : null;
}

async function askPerson(question: string, { ask, signal }: Means): Promise<Outcome> {
  const text = await ask(question, signal);
  const line = text === null ? 'asked; nobody answered.' : 'asked.';
  return { ok: text !== null, line, seen: { kind: 'answer', text } };
}
