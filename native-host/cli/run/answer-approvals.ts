import type { ApprovalRequest } from '../../../shared/run.ts';
import type { Authority } from '../parts.ts';
import { visibleText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { createPersonTurns, type PersonTurns } from './person-turns.ts';

const answerTimeoutMs = 10_000;

/**
 * Puts approvals of one run to the person at the terminal, one after the other. An answer given elsewhere (in the side
 * panel) takes the question away. Without a terminal it does nothing: the authority's own time limit decides.
 */
export function answerApprovals(
  authority: Authority,
  terminal: Terminal,
  concerns: (approval: ApprovalRequest) => boolean,
  signal: AbortSignal,
  turns: PersonTurns = createPersonTurns(),
): void {
  if (!terminal.interactive) return;
  const open = new Map<string, AbortController>();
  void authority.call('client.answers', {}, { timeoutMs: answerTimeoutMs });
  authority.onApprovalClosed((id) => open.get(id)?.abort());
  authority.onApproval((approval) => {
    if (!concerns(approval) || open.has(approval.approval_id)) return;
    const closed = new AbortController();
    open.set(approval.approval_id, closed);
    turns(() => put(authority, terminal, approval, AbortSignal.any([closed.signal, signal])));
  });
}

async function put(
  authority: Authority,
  terminal: Terminal,
  approval: ApprovalRequest,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  for (const line of approvalLines(approval, terminal)) terminal.warn(line);
  const offers = approval.offers ?? [];
  const words = ['yes', ...offers.map(({ scope }) => scope)].join(', ');
  const text = await terminal.ask(`Approve? Type ${words} to approve, anything else denies: `, signal);
  if (text === null) return;
  const word = text.trim().toLowerCase();
  const scope = word === 'yes' ? 'once' : (offers.find((offer) => offer.scope === word)?.scope ?? null);
  const given = await authority.call(
    'approval.answer',
    {
      approval_id: approval.approval_id,
      answer: scope === null ? 'denied' : 'approved',
      scope: scope ?? 'once',
    },
    { timeoutMs: answerTimeoutMs },
  );
  if (!given.ok) terminal.warn(`The answer did not arrive: ${given.fault.message}`);
  else if (!given.value.counted) terminal.warn('It was answered before, or too late; nothing changed.');
}

/** The question as it is asked: what would be done, where, and the rule that asks. */
export function approvalLines(
  approval: ApprovalRequest,
  { paint }: Pick<Terminal, 'paint'>,
): readonly string[] {
  return [
    '',
    paint('bold', visibleText(approval.title)),
    ...approval.acts.flatMap((act) => {
      const times = act.count > 1 ? ` ×${act.count}` : '';
      const line = `  ${act.bucket.padEnd(6)} ${visibleText(act.text)}${times} ${paint('dim', `(${visibleText(act.rule)})`)}`;
      return [line, ...(act.details ?? []).map((detail) => `         ${visibleText(detail)}`)];
    }),
    ...(approval.offers ?? []).map(({ scope, words }) => paint('dim', `  ${scope}: ${visibleText(words)}`)),
  ];
}
