import { randomUUID } from 'node:crypto';
import type { TargetDescription } from '../../shared/actions.ts';
import { type Fault, fault, raise } from '../../shared/faults.ts';
import type { Verdict } from '../../shared/receipt.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import { tools } from '../../shared/tools/index.ts';
import { actDetails } from './act-details.ts';
import { unasked } from './approvals.ts';
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

export type Asked = {
  readonly record: CallRecord;
  readonly verdict: Verdict;
  readonly targets: readonly TargetDescription[];
  /** The call is judged on one site alone, and uses no secret. */
  readonly plain: boolean;
  readonly now: number;
  readonly waitMs: number;
};

/** The question for a single call. */
export function askAbout({ record, verdict, targets, plain, now, waitMs }: Asked): ApprovalRequest {
  const { request, bucket, resource } = record;
  const text = actWords(request.tool, record.target, resource);
  const details = actDetails({ tool: request.tool, args: request.args, targets, resource });
  return {
    approval_id: randomUUID(),
    run_id: request.run?.run_id ?? null,
    title: text,
    acts: [{ text, bucket, resource, rule: verdict.reason, count: 1, details }],
    offers: plain ? offersFor(record) : [],
    asked_at: new Date(now).toISOString(),
    expires_at: new Date(now + waitMs).toISOString(),
  };
}

/**
 * What may be chosen besides this once. Never for what deletes or reaches beyond the page, and never wider than this tool on
 * exactly this origin.
 */
function offersFor({ request, bucket, resource }: CallRecord): NonNullable<ApprovalRequest['offers']> {
  const origin = /^origin:(https?:.+)$/.exec(resource)?.[1];
  if (origin === undefined || (bucket !== 'write' && bucket !== 'read')) return [];
  const what = `“${tools.get(request.tool)?.title ?? request.tool}” on ${origin}`;
  const until = request.run === null ? 'until this session ends' : 'until this run ends';
  // A command line comes and goes under one name, so nothing of it ends with it.
  const lasts = request.caller.kind !== 'client' || request.run !== null;
  const run = { scope: 'run', words: `${what} is not asked about ${until}.` } as const;
  return [
    ...(lasts ? [run] : []),
    {
      scope: 'site',
      words: `${what} is never asked about again; deleting still is. (A line in policy.yaml.)`,
    },
  ];
}

/** How a yes ends that was given under rules which are not in force any more. */
export const rulesChanged = { answer: 'denied', by: unasked.rules } as const;

/** Says why a call that was asked about does not go on. */
export function raiseUnapproved(
  { answer, by }: { readonly answer: 'denied' | 'timeout'; readonly by: string },
  signal: AbortSignal,
): never {
  if (signal.aborted) raise('cancelled', 'The call was cancelled while it waited.', 'Nothing happened.');
  if (answer === 'timeout') {
    raise(
      'approval-timeout',
      'Nobody answered in time, so nothing was done.',
      'Propose it again when somebody is there.',
    );
  }
  const [message, hint] = voided[by] ?? [
    'The person said no.',
    'Do something else, or ask the person what they want.',
  ];
  raise('denied', message, hint, { policies: ['approval'], by });
}

const voided: Readonly<Record<string, readonly [string, string]>> = {
  [unasked.page]: [
    'The page went elsewhere while the question waited, so it counts as denied and nothing was done.',
    'Look at the page as it is now, and propose again what still makes sense.',
  ],
  [unasked.rules]: [
    'The rules changed while the question waited, so it counts as denied and nothing was done.',
    'Propose it again; it is judged by the rules as they are now.',
  ],
  [unasked.doors]: [
    'The panel that showed the question was closed, so it counts as denied and nothing was done.',
    'Propose it again when the person has the panel open.',
  ],
  [unasked.asks]: [
    'Too many questions were asked in a short time, so this one was not put and counts as denied.',
    'Ask for less. The limit is approvals.asks_max in config.yaml.',
  ],
  [unasked.denials]: [
    'The person has said no several times in a short time, so nothing more is asked and this counts as denied.',
    'Stop here, and ask the person in words what they want.',
  ],
};

/** The policy's no, with the rules that said it. */
export function denial(verdict: Verdict): Fault {
  return fault('denied', verdict.reason, `Decided by: ${verdict.policies.join(', ')}.`, {
    policies: [...verdict.policies],
  });
}
