import type { Finding } from '../../../shared/objective.ts';
import { label } from '../../../shared/prompt-text.ts';
import type { AgentState } from '../state.ts';
import { itemsLine } from './observation.ts';

export const answerWords = 'Answer with one JSON object.';

/** The first user message of a conversation. */
export function openingMessage({ assignment }: AgentState, observation: string): string {
  return [
    `OBJECTIVE: ${assignment.objective.replace(/\s+/g, ' ').trim()}`,
    `TODAY: ${assignment.today}`,
    'ITEMS: none yet. Put a "checklist" into your first answer.',
    ...(assignment.before === '' ? [] : [assignment.before]),
    observation,
    answerWords,
  ].join('\n');
}

/** What happened since, the items where they changed, and what there is to see. */
export function turnMessage(lines: readonly string[], items: string | null, observation: string): string {
  const parts = [...lines, ...(items === null ? [] : [items]), observation, answerWords];
  return parts.filter((part) => part !== '').join('\n');
}

const findingsMax = 40;

/** The first user message of a conversation that begins anew in the middle of a run, near the end of the context. */
export function freshMessage(state: AgentState, lines: readonly string[], observation: string): string {
  const { assignment, findings, journal, items } = state;
  const told = findings.slice(-findingsMax).map(findingLine);
  return [
    `OBJECTIVE: ${assignment.objective.replace(/\s+/g, ' ').trim()}`,
    `TODAY: ${assignment.today}`,
    itemsLine(items, findings),
    ...(told.length === 0 ? [] : ['RECORDED SO FAR:', ...told]),
    ...(journal.length === 0 ? [] : ['DONE SO FAR:', ...journal.slice(-30)]),
    ...lines,
    observation,
    answerWords,
  ].join('\n');
}

export function findingLine({ n, items, text }: Finding): string {
  return `[${n}] for items ${items.join(', ') || 'none'}: "${label(text, 240)}"`;
}

export function recordedLine({ n, items, text }: Finding): string {
  const what = items.length === 0 ? '' : ` for items ${items.join(', ')}`;
  return `RECORDED: [${n}]${what}: "${label(text, 80)}"`;
}

export function notRecordedLine(text: string, why: string): string {
  return `NOT RECORDED: "${label(text, 80)}": ${why}`;
}

export function sentBackLine(reason: string): string {
  return `SENT BACK: ${reason}`;
}
