import type { Finding } from '../../../shared/objective.ts';
import { dataBlock, label } from '../../../shared/prompt-text.ts';
import { findingLine } from './turn-message.ts';

const answerMax = 1_500;
const selectionMax = 2_000;
const findingsMax = 12;

export type Before = {
  readonly follows: {
    readonly objective: string;
    readonly answer: string | null;
    readonly findings: readonly Finding[];
  } | null;
  readonly selection: { readonly text: string; readonly title: string; readonly url: string } | null;
};

/** What the model is told before the first observation: the run that this one follows up, and what the person selected. */
export function beforeWords({ follows, selection }: Before, seal: string): string {
  const lines: string[] = [];
  if (follows !== null) {
    lines.push(`EARLIER OBJECTIVE: ${label(follows.objective, 500)}`);
    if (follows.answer !== null) {
      lines.push(`EARLIER ANSWER:\n${dataBlock(`a${seal}`, follows.answer.slice(0, answerMax))}`);
    }
    const told = follows.findings.slice(0, findingsMax).map(findingLine);
    if (told.length > 0) lines.push(`EARLIER FINDINGS, which may be cited:`, ...told);
  }
  if (selection !== null) {
    const where = `SELECTION of the person on "${label(selection.title)}" ${label(selection.url, 300)}`;
    lines.push(`${where}\n${dataBlock(`s${seal}`, selection.text.slice(0, selectionMax))}`);
  }
  return lines.join('\n');
}
