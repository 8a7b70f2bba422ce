import type { PolicyExplanation, PolicyQuestion } from '../../shared/policy-question.ts';
import type { PolicyError, PolicyTestOutcome } from './parts.ts';
import type { Colour, Terminal } from './terminal.ts';

type Paint = Pick<Terminal, 'paint'>;

const colours: Readonly<Record<PolicyExplanation['decision'], Colour>> = {
  allow: 'green',
  ask: 'yellow',
  deny: 'red',
};
const meanings: Readonly<Record<PolicyExplanation['decision'], string>> = {
  allow: 'It would be done.',
  ask: 'The person would be asked, and it would be done once they approve.',
  deny: 'It would be refused; no approval changes that.',
};

/** The answer to one question: what would happen, which rule says so, and what to do about it. */
export function explanationLines(
  question: PolicyQuestion,
  answer: PolicyExplanation,
  { paint }: Paint,
): readonly string[] {
  const where = question.url ?? question.folder ?? 'the browser itself';
  const deciding = answer.deciding.flatMap(({ id, file, title, fix }) => [
    '',
    title,
    `  rule  ${id}${file === 'policy' ? '' : ` (${file})`}`,
    `  fix   ${fix}`,
  ]);
  const told =
    answer.deciding.length > 0 ? deciding : ['', answer.reason, `  rule  ${answer.policies.join(', ')}`];
  return [
    `${paint(colours[answer.decision], answer.decision.toUpperCase())}  ${question.tool} (${answer.bucket}) on ${where}`,
    meanings[answer.decision],
    ...told,
  ];
}

/** One line for each case, more for one that was not decided as expected. */
export function outcomeLines(
  file: string,
  outcomes: readonly PolicyTestOutcome[],
  { paint }: Paint,
): readonly string[] {
  const lines = outcomes.flatMap((one) => {
    if (one.ok) return [`  ${paint('green', 'ok')}    ${one.name}`];
    const by = one.policies.length === 0 ? '' : ` by ${one.policies.join(', ')}`;
    return [
      `  ${paint('red', 'FAIL')}  ${one.name}  (${file}:${one.line})`,
      `        expected ${one.expected}, decided ${one.decided}${by}`,
      `        ${one.reason}`,
    ];
  });
  const wrong = outcomes.filter(({ ok }) => !ok).length;
  const count = `${outcomes.length} ${outcomes.length === 1 ? 'case' : 'cases'}`;
  return [...lines, wrong === 0 ? `${count}, all as expected.` : `${count}, ${wrong} not as expected.`];
}

/** `file:line: what is wrong`, as compilers write it. */
export function problemLine({ file, line, message }: PolicyError): string {
  return `${file}${line === null ? '' : `:${line}`}: ${message}`;
}
