import { randomUUID } from 'node:crypto';
import { type Fault, fault, raise } from '../../shared/faults.ts';
import type { Verdict } from '../../shared/receipt.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import type { CallRecord } from './records.ts';

const verbs: Readonly<Record<string, string>> = {
  click: 'Click',
  fill: 'Fill in',
  press_key: 'Press a key at',
  drag: 'Drag',
  select_option: 'Choose in',
  clear: 'Empty',
  read_clipboard: 'Read the clipboard',
  write_clipboard: 'Write the clipboard',
  handle_dialog: 'Answer a dialog',
  close_page: 'Close the page',
  download: 'Download with',
  evaluate_script: 'Run a script',
  navigate: 'Open',
  new_page: 'Open',
  save_file: 'Save a file',
  upload_file: 'Upload',
  call_page_tool: 'Call',
};

/** An act in words, made from what was found and never from what a model said: `Click button "Save" on https://example.com`. */
export function actWords(tool: string, target: string, resource: string): string {
  const verb = verbs[tool] ?? `Use ${tool}`;
  const where = resource
    .replace(/^origin:/, 'on ')
    .replace(/^folder:/, 'in ')
    .replace(/^browser$/, 'in the browser');
  return target === '' ? `${verb} ${where}` : `${verb} ${target} ${where}`;
}

/** The question for a single call. */
export function askAbout(record: CallRecord, verdict: Verdict, now: number, waitMs: number): ApprovalRequest {
  const text = actWords(record.request.tool, record.target, record.resource);
  return {
    approval_id: randomUUID(),
    run_id: record.request.run?.run_id ?? null,
    title: text,
    acts: [
      {
        text,
        bucket: record.bucket,
        resource: record.resource,
        rule: verdict.policies.join(', '),
        count: 1,
      },
    ],
    asked_at: new Date(now).toISOString(),
    expires_at: new Date(now + waitMs).toISOString(),
  };
}

/** Says why a call that was asked about does not go on. */
export function raiseUnapproved(answer: 'denied' | 'timeout', signal: AbortSignal): never {
  if (signal.aborted) raise('cancelled', 'The call was cancelled while it waited.', 'Nothing happened.');
  if (answer === 'timeout') {
    raise(
      'approval-timeout',
      'Nobody answered in time, so nothing was done.',
      'Propose it again when somebody is there.',
    );
  }
  raise('denied', 'The person said no.', 'Do something else, or ask the person what they want.');
}

/** The policy's no, with the rules that said it. */
export function denial(verdict: Verdict): Fault {
  return fault('denied', verdict.reason, `Decided by: ${verdict.policies.join(', ')}.`, {
    policies: [...verdict.policies],
  });
}
