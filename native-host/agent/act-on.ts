import { z } from 'zod';
import { PageId } from '../../shared/actions.ts';
import { type Fault, FaultError } from '../../shared/faults.ts';
import { label } from '../../shared/prompt-text.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { Outcome, Task } from './events.ts';
import { endsRun, type Use } from './make-call.ts';
import { looked } from './perform.ts';
import { originOf } from './sources-of.ts';
import type { Assignment, PageLook } from './state.ts';

type Act = Extract<Task, { kind: 'click' | 'fill' | 'select' | 'press' }>;

/** Refs of the two buttons of an open dialog, which is no part of the page. */
const acceptRef = 'dialog:accept';
const dismissRef = 'dialog:dismiss';

const Acted = z.object({
  url: z.string(),
  title: z.string(),
  navigated: z.boolean(),
  opened: z.array(z.object({ page: PageId, url: z.string() })),
  dialog: z.object({ kind: z.string(), message: z.string() }).nullable(),
  blocked: z.array(z.object({ to: z.string(), reason: z.string() })).optional(),
  effects: z.array(z.string()).optional(),
  matches: z.boolean().optional(),
  labels: z.array(z.string()).optional(),
  fields: z.array(z.object({ matches: z.boolean(), detail: z.string().optional() })).optional(),
  note: z.string().optional(),
});
type Acted = z.infer<typeof Acted>;

/** One act in the open page: its verdict in one line, and what it changed. */
export async function actOn(task: Act, use: Use, assignment: Assignment): Promise<Outcome> {
  const { tool, args } = callOf(task);
  const { done, receipt } = await use(tool, args, task.sources);
  if (!done.ok) return failedAct(task, done.fault, receipt, { use, assignment });
  const acted = Acted.parse(done.value);
  const line = `${wordsOf(task)}: ${verdictOf(acted, receipt)}`;
  const approved = receipt.approval?.answer === 'approved' && task.sources !== null;
  const more = approved ? { approvedOrigin: originOf(acted.url) } : {};
  return { ok: true, line, seen: await seenAfter(acted, use, assignment), ...more };
}

function callOf(task: Act): { readonly tool: string; readonly args: Record<string, unknown> } {
  if (task.kind === 'press') {
    const at = task.control === null ? {} : { selector: `ref=${task.control.ref}` };
    return { tool: 'press_key', args: { key: task.key, ...at } };
  }
  const { ref, role } = task.control;
  if (ref === acceptRef || ref === dismissRef) {
    return { tool: 'handle_dialog', args: { accept: ref === acceptRef } };
  }
  const selector = `ref=${ref}`;
  if (task.kind === 'click') return { tool: 'click', args: { selector } };
  if (task.kind === 'select') return { tool: 'select_option', args: { selector, values: task.value } };
  const isBox = role === 'checkbox' || role === 'switch';
  const value = isBox ? !/^(off|false|no|0|unchecked)$/i.test(task.value.trim()) : task.value;
  return { tool: 'fill', args: { selector, value } };
}

/** What the act came to, by what was read back and seen; never more than that. */
function verdictOf(acted: Acted, { evidence }: Receipt): string {
  const fields = acted.fields ?? [];
  const wrong = fields.find(({ matches }) => !matches);
  if (wrong !== undefined) return `it does not hold that. ${label(wrong.detail ?? '', 160)}`.trim();
  if (acted.matches === false) return `it shows "${label((acted.labels ?? []).join(', '), 80)}" instead.`;
  if (evidence === 'verified') return 'done, and read back.';
  if (acted.dialog !== null) return 'a dialog came up.';
  const effects = (acted.effects ?? []).slice(0, 6).map((effect) => label(effect, 60));
  const blocked = acted.blocked?.[0];
  const stopped = blocked === undefined ? '' : ` It was kept from going to ${originOf(blocked.to)}.`;
  const note = acted.note === undefined ? '' : ` ${label(acted.note, 120)}`;
  if (effects.length > 0) return `seen: ${effects.join(', ')}.${stopped}${note}`;
  return `${acted.navigated ? 'the page changed.' : 'done, but nothing changed that was seen.'}${stopped}${note}`;
}

function wordsOf(task: Act): string {
  const verbs = {
    click: 'clicked',
    fill: 'filled',
    select: 'chose in',
    press: `pressed ${task.kind === 'press' ? label(task.key, 30) : ''}`,
  };
  const { control } = task;
  const named = control === null ? '' : ` ${control.role} "${label(control.name, 60)}"`;
  return `${verbs[task.kind].trim()}${named}`;
}

async function seenAfter(acted: Acted, use: Use, assignment: Assignment): Promise<Outcome['seen']> {
  const { dialog, opened, url, title } = acted;
  if (dialog !== null) return { kind: 'page', look: dialogLook(url, title, dialog.message) };
  const [window] = opened;
  if (window !== undefined) await use('select_page', { page: window.page });
  const look = await looked(use, assignment);
  if (!look.ok) return { kind: 'nothing' };
  const isNew = window !== undefined || acted.navigated;
  return { kind: isNew ? 'page' : 'changed', look: look.value };
}

function dialogLook(url: string, title: string, message: string): PageLook {
  const button = (ref: string, name: string) => ({
    ref,
    role: 'button',
    name,
    value: null,
    options: [],
    url,
  });
  return {
    url,
    title,
    parts: [`Dialog: ${message}`],
    outline: [],
    links: [],
    controls: [button(acceptRef, 'OK (dialog)'), button(dismissRef, 'Cancel (dialog)')],
    tables: [],
    cut: false,
  };
}

/** Nothing was done, or nobody knows. The page is looked at, so that the model sees what is there instead. */
async function failedAct(
  task: Act,
  problem: Fault,
  receipt: Receipt,
  { use, assignment }: { readonly use: Use; readonly assignment: Assignment },
): Promise<Outcome> {
  if (endsRun(problem) || problem.code === 'outcome-unknown') throw new FaultError(problem);
  const line = `${wordsOf(task)}: not done. ${label(problem.message, 200)} ${label(problem.hint, 160)}`;
  const silent =
    problem.code === 'approval-timeout' || (problem.code === 'denied' && receipt.approval === null);
  if (task.sources !== null && silent) {
    const origin = receipt.resource.replace(/^origin:/, '');
    const words = `${line} Acts on ${origin} need the approval of a person, and nobody can give it: FINISH, and name it in "missing".`;
    return { ok: false, line: words, seen: { kind: 'nothing' }, deniedOrigin: origin };
  }
  const isRefusal = problem.code === 'denied' || problem.code === 'approval-timeout';
  const look = isRefusal ? null : await looked(use, assignment);
  if (look === null || !look.ok) return { ok: false, line, seen: { kind: 'nothing' } };
  return { ok: false, line, seen: { kind: 'changed', look: look.value } };
}
