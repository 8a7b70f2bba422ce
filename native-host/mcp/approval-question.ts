import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { collapse } from '../../shared/plain-text.ts';
import type { ApprovalRequest } from '../../shared/run.ts';

/** Characters of one line; names of targets come from pages. */
const lineCharactersMax = 300;

/** The question as a client shows it to its person: what would be done, where, and the rule that asks. */
export function approvalQuestion(approval: ApprovalRequest): ElicitRequestFormParams & { mode: 'form' } {
  return {
    mode: 'form',
    message: approvalWords(approval),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          enum: ['deny', 'approve'],
          enumNames: ['Deny', 'Approve'],
        },
      },
      required: ['decision'],
    },
  };
}

function approvalWords({ title, acts }: ApprovalRequest): string {
  const lines = acts.flatMap(({ text, bucket, rule, count, details = [] }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return [
      `${bucket}: ${plain(text)}${times}. ${plain(rule)}`,
      ...details.map((line) => `- ${plain(line)}`),
    ];
  });
  return [`LocalAgent asks: ${plain(title)}?`, ...lines].join('\n');
}

/** The question in one line, for progress. */
export function approvalLine({ title }: ApprovalRequest): string {
  return plain(title);
}

const Decision = z.object({ decision: z.enum(['deny', 'approve']) });

/** Only a form that says so approves; closing or declining it is a no. */
export function decisionOf(answer: {
  readonly action: string;
  readonly content?: unknown;
}): 'approved' | 'denied' {
  if (answer.action !== 'accept') return 'denied';
  const content = Decision.safeParse(answer.content);
  return content.success && content.data.decision === 'approve' ? 'approved' : 'denied';
}

/** Text as text: one line, without signs that nobody sees or that turn the reading direction. */
function plain(text: string): string {
  return collapse(text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')).slice(0, lineCharactersMax);
}
