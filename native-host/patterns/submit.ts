import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { submit as declaration } from '../../shared/tools/submit.ts';
import { type Browser, definePattern, explainFailure } from './pattern.ts';

/**
 * Milliseconds between two looks for a sign of failure while success is waited for; looks are bounded by the
 * deadline.
 */
const lookMs = 500;
const looksMax = 400;

/** Presses a button once, answers its question as told, and waits for what shows success or failure. */
export const submit = definePattern({
  declaration,
  plan: (args) => [
    { tool: 'click', bucket: 'write' },
    ...('confirm' in args ? [{ tool: 'handle_dialog', bucket: 'write' } as const] : []),
    { tool: 'wait', bucket: 'read' },
    { tool: 'get_text', bucket: 'read' },
  ],
  async run(args, browser) {
    const clicked = await browser.call('click', { selector: args.button });
    if (!clicked.ok) return explainFailure(browser, clicked.fault);
    const dialog = clicked.value.dialog ?? null;
    if (dialog !== null) {
      if (args.confirm === undefined) return failed(unexpectedQuestion(dialog));
      const accept = args.confirm === 'accept';
      const answered = await browser.call('handle_dialog', { accept });
      if (!answered.ok) return answered;
      if (!accept) return ok({ submitted: false, confirmed: false, message: dialog.message.slice(0, 500) });
    }
    return outcome(args, browser, dialog !== null);
  },
});

async function outcome(
  args: { readonly success?: string | undefined; readonly failure?: string | undefined },
  browser: Browser,
  confirmed: boolean,
): Promise<Result<{ submitted: boolean; confirmed: boolean; message: string }>> {
  if (args.success === undefined && args.failure === undefined) {
    const loaded = await browser.call('wait', { load: true });
    return loaded.ok ? ok({ submitted: true, confirmed, message: '' }) : loaded;
  }
  for (let look = 0; look < looksMax; look += 1) {
    const last = browser.left() <= lookMs;
    if (args.success !== undefined && (await browser.shows(args.success, lookMs))) {
      return ok({ submitted: true, confirmed, message: await browser.textOf(args.success) });
    }
    if (args.failure !== undefined && (await browser.shows(args.failure))) {
      return failed(siteSaysNo(await browser.textOf(args.failure)));
    }
    if (last) break;
  }
  if (args.success === undefined) return ok({ submitted: true, confirmed, message: '' });
  const hint = 'Look at the page before trying again: the form was sent once, and may have worked.';
  return explainFailure(
    browser,
    fault('timeout', `After the form was sent, ${args.success} did not show in time.`, hint),
  );
}

function unexpectedQuestion(dialog: { readonly kind: string; readonly message: string }) {
  return fault(
    'dialog-open',
    'The page asks a question before it goes on, and the step does not say how to answer.',
    'Say "confirm: accept" or "confirm: dismiss" in the step.',
    { kind: dialog.kind, page_message: dialog.message.slice(0, 500) },
  );
}

function siteSaysNo(message: string) {
  return fault(
    'not-actionable',
    'The form was sent, and the site says that it did not work.',
    'Read what the site says, in the detail; the form was sent once.',
    { page_message: message },
  );
}
