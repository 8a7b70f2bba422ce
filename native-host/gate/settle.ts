import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Result } from '../../shared/faults.ts';
import type { Outcome } from '../../shared/protocol/browser-messages.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';

type Axes = Pick<Receipt, 'transport' | 'domain' | 'evidence'>;

/** The three answers of a receipt. Only an exact result that was read back makes an act a success of the domain. */
export function settledAxes(
  tool: Pick<ToolDeclaration, 'acts'>,
  done: Result<{ readonly verified: boolean; readonly effects: boolean }>,
): Axes {
  if (!done.ok) {
    const { code } = done.fault;
    if (code === 'outcome-unknown') return { transport: 'failed', domain: 'unknown', evidence: 'none' };
    if (code === 'denied' || code === 'approval-timeout') {
      return { transport: 'succeeded', domain: 'blocked', evidence: 'none' };
    }
    return { transport: 'failed', domain: 'failed', evidence: 'none' };
  }
  if (done.value.verified) return { transport: 'succeeded', domain: 'succeeded', evidence: 'verified' };
  if (!tool.acts) return { transport: 'succeeded', domain: 'succeeded', evidence: 'supported' };
  const evidence = done.value.effects ? 'candidate' : 'none';
  return { transport: 'succeeded', domain: 'unknown', evidence };
}

const stoppedNote = 'It was stopped: only the download tool keeps files. Use it with the same selector.';

/** The tool's own result together with what every result tells: the page, and what the call caused. */
export function publicResult(
  tool: ToolDeclaration,
  own: Readonly<Record<string, unknown>>,
  { page, caused, rematched }: Outcome,
): Record<string, unknown> {
  const kept = tool.name === 'download';
  const download = caused.download && { ...caused.download, kept, ...(kept ? {} : { note: stoppedNote }) };
  return {
    page: page?.page ?? null,
    url: page?.url ?? '',
    title: page?.title ?? '',
    ...caused,
    download,
    ...(rematched === undefined ? {} : { rematched }),
    ...own,
  };
}

/** SHA-256 (hex) over the canonical JSON of the result as it was given out. */
export function resultHash(result: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(result)).digest('hex');
}
