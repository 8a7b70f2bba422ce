import type { Bucket } from '../../shared/actions.ts';
import type { Fault, FaultCode } from '../../shared/faults.ts';
import type { HostState } from '../../shared/protocol/panel-messages.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { type RunStatus, type RunView, type StepView, wasInterrupted } from '../../shared/run.ts';
import { countText } from './amounts.ts';

// Words for the person at the panel: what happened, what it means, what can be done. None of them reaches a model.

export const productName = 'LocalAgent';
/** Keys of the Stop button; the listener in app.tsx is the other half. */
export const stopKeys = { text: 'Alt+Shift+S', aria: 'Alt+Shift+S' } as const;

export const runWords: Readonly<Record<RunStatus, string>> = {
  running: 'Working',
  waiting_approval: 'Waiting for you',
  paused: 'Paused',
  succeeded: 'Finished',
  failed: 'Failed',
  refused: 'Refused',
  cancelled: 'Stopped',
  outcome_unknown: 'Outcome unknown',
};

/** The status of a run in a word or two. */
export function statusWord(run: RunView): string {
  return run.status === 'failed' && wasInterrupted(run) ? 'Interrupted' : runWords[run.status];
}

/** One sentence under the status: what it means and what can be done. */
export function runSentence(run: RunView): string {
  switch (run.status) {
    case 'running':
      return 'You can keep working in other tabs.';
    case 'waiting_approval':
      return 'Nothing happens until you decide below.';
    case 'paused':
      return 'It is your turn: do what you like in its pages. When you hand back, it looks at them anew and goes on.';
    case 'succeeded':
      return filesSentence(run);
    case 'failed':
      if (wasInterrupted(run)) return 'LocalAgent was ended in the middle. What was done before stays done.';
      return 'It stopped at the step marked below. What was done before stays done.';
    case 'refused':
      return 'A rule or your answer did not allow it. The steps below show how far it came.';
    case 'cancelled':
      return 'Stopped before the end. What was done before stays done.';
    case 'outcome_unknown':
      return 'The connection broke during an act, so it may or may not have taken effect. Look at the site before you run this again; it is never repeated by itself.';
  }
}

function filesSentence(run: RunView): string {
  const filed = run.files.filter((file) => file.state === 'filed').length;
  const already = run.files.filter((file) => file.state === 'already_filed').length;
  if (filed > 0) return `${countText(filed, 'file')} put in place.`;
  if (already > 0) return 'The same file was already there, so nothing was written.';
  return 'Everything was done.';
}

export const stepWords: Readonly<Record<StepView['status'], string>> = {
  pending: 'Not started',
  running: 'Working',
  succeeded: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
  refused: 'Refused',
  unknown: 'Unknown',
};

export const bucketWords: Readonly<Record<Bucket, { readonly title: string; readonly effect: string }>> = {
  read: { title: 'Look', effect: 'Only looks; changes nothing.' },
  write: { title: 'Change', effect: 'Types, clicks and sends. The site may keep what it gets.' },
  delete: { title: 'Delete', effect: 'Removes something. It may not come back.' },
  admin: { title: 'Beyond the page', effect: 'Reaches this computer: saves files or runs scripts.' },
};

export const fileWords = {
  filed: 'Filed',
  already_filed: 'Already there',
  downloaded: 'Downloaded',
} as const;

const verbs: Readonly<Record<string, string>> = {
  navigate: 'Open',
  list_pages: 'List open pages',
  select_page: 'Switch to page',
  wait: 'Wait',
  click: 'Click',
  fill: 'Fill in',
  press_key: 'Press a key',
  hover: 'Point at',
  handle_dialog: 'Answer a dialog',
  screenshot: 'Take a picture',
  extract_table: 'Read a table',
  get_text: 'Read the text',
  evaluate_script: 'Run a script',
  validate_code: 'Check a script of calls',
  execute_code: 'Run a script of calls',
  graphql: 'Ask GraphQL',
  snapshot: 'Look at the page',
  new_page: 'Open a page',
  close_page: 'Close a page',
  download: 'Download',
  drag: 'Drag',
  get_elements: 'Look at elements',
  scroll: 'Scroll',
  select_option: 'Choose an option',
  clear: 'Empty a field',
  read_clipboard: 'Read the clipboard',
  write_clipboard: 'Write the clipboard',
  save_file: 'File a document',
  find_filed: 'Look for a filed document',
  login: 'Sign in',
  search: 'Search',
  select: 'Choose from results',
  submit: 'Send a form',
};

/** What a tool does, as the first word of a line. */
export function verbOf(tool: string): string {
  return verbs[tool] ?? capitalised(tool.replaceAll('_', ' '));
}

/** The place of a rule's resource without its notation: `https://example.com`, `~/Reports`. */
export function placeOf(resource: string): string {
  return resource.replace(/^(?:origin|domain|folder|app|window):/, '');
}

/** `quarterly_total` → `Quarterly total`, for names that a template chose. */
export function humanName(name: string): string {
  return capitalised(name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'));
}

/** How one call came out, from the receipt's three axes, in a word or two. */
export function outcomeOf(receipt: Receipt): string {
  if (receipt.verdict.decision === 'deny' || receipt.domain === 'blocked') return 'Refused';
  if (receipt.approval?.answer === 'denied') return 'You said no';
  if (receipt.approval?.answer === 'timeout') return 'No answer in time';
  if (receipt.transport === 'running') return 'Working';
  if (receipt.transport === 'failed') return receipt.domain === 'unknown' ? 'Unknown' : 'Failed';
  return domainWords[receipt.domain];
}

const domainWords: Readonly<Record<Receipt['domain'], string>> = {
  pending: 'Waiting',
  unknown: 'Done, not checked',
  succeeded: 'Done',
  attention: 'Done, look at it',
  failed: 'Failed',
  blocked: 'Refused',
  conflict: 'Conflict',
  drift: 'Page has changed',
};

export const evidenceWords: Readonly<Record<Receipt['evidence'], string>> = {
  none: 'Nothing shows whether it worked.',
  candidate: 'Something hints that it worked.',
  supported: 'What the page shows fits.',
  verified: 'Checked: the exact result was read back.',
  contradicted: 'What was read back says otherwise.',
  stale: 'What showed it is out of date.',
};

export function answerWords(answer: 'approved' | 'denied' | 'timeout'): string {
  if (answer === 'approved') return 'Approved';
  return answer === 'denied' ? 'Denied' : 'Denied: no answer in time';
}

const faultTitles: Readonly<Partial<Record<FaultCode, string>>> = {
  denied: 'Not allowed',
  'approval-timeout': 'No answer in time',
  'outcome-unknown': 'Outcome unknown',
  'browser-gone': 'The browser went away',
  cancelled: 'Stopped',
  timeout: 'It took too long',
  'bad-arguments': 'Something in the request is wrong',
  'not-found': 'Not found on the page',
  'model-unavailable': 'No model answers',
  internal: 'Something went wrong inside LocalAgent',
};

export function faultTitle(fault: Fault): string {
  return faultTitles[fault.code] ?? 'It did not work';
}

/** A screen that stands in for everything else while there is nothing to work with. */
export type HostScreen = {
  readonly title: string;
  readonly sentence: string;
  /** The one command that helps; shown with a copy button. */
  readonly command: string | null;
  readonly remedy: string;
  readonly retry: boolean;
};

export const hostScreens: Readonly<Record<Exclude<HostState, 'connected'>, HostScreen>> = {
  connecting: {
    title: 'Connecting',
    sentence: 'Looking for the LocalAgent program on this computer.',
    command: null,
    remedy: '',
    retry: false,
  },
  'host-missing': {
    title: 'One step is missing',
    sentence:
      'The part of LocalAgent that runs on this computer is not installed for this browser yet, or the policy NativeMessagingUserLevelHosts hides it.',
    command: 'localagent install',
    remedy:
      'Run this once in a terminal, then press Try again. Where that policy is set, an administrator runs it with --system instead.',
    retry: true,
  },
  'host-forbidden': {
    title: 'Installed for another copy',
    sentence: 'The LocalAgent program on this computer does not accept this extension.',
    command: 'localagent install',
    remedy: 'Run this once in a terminal, then press Try again.',
    retry: true,
  },
  'host-blocked-by-policy': {
    title: 'Switched off by your organisation',
    sentence: 'A browser policy keeps LocalAgent from starting.',
    command: null,
    remedy: 'Ask your administrator to allow the native messaging host com.localagent.host.',
    retry: true,
  },
  'host-failed': {
    title: 'LocalAgent did not start',
    sentence: 'The program on this computer ended right after it was started.',
    command: 'localagent doctor',
    remedy: 'This command says what is wrong and how to mend it.',
    retry: true,
  },
  'version-mismatch': {
    title: 'Versions do not fit',
    sentence: 'The extension and the program on this computer are of different versions.',
    command: 'localagent --version',
    remedy: 'Update the older one, then press Try again.',
    retry: true,
  },
};

export const reviewWords = { draft: 'Draft', reviewed: 'Reviewed' } as const;

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
