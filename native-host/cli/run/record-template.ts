import type { Fingerprint } from '../../../shared/fingerprint.ts';
import type { CommandContext } from '../command.ts';
import { type FinishedRun, type RunTemplateOptions, runTemplate } from './run-template.ts';

export type RecordedRun = {
  readonly finished: FinishedRun;
  /** What each selector meant, by step and argument. */
  readonly prints: Readonly<Record<string, Fingerprint>>;
};

/** Runs a template and gathers what its selectors mean on the site as it is now. */
export async function recordTemplate(
  options: RunTemplateOptions,
  context: CommandContext,
): Promise<RecordedRun> {
  const prints: Record<string, Fingerprint> = {};
  const finished = await runTemplate(
    {
      ...options,
      record: true,
      onEvent: (event) => {
        if (event.type === 'selector.recorded') prints[`${event.step_id}.${event.place}`] = event.print;
        options.onEvent?.(event);
      },
    },
    context,
  );
  return { finished, prints };
}
