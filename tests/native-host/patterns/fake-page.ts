import type { Means } from '../../../native-host/patterns/pattern.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { isFault, notFound, type Reply, type Script } from '../workflow/fake-calls.ts';

/** What the primitives answer where a test says nothing else. */
export function usual(tool: string): Reply {
  if (tool === 'click') return { delivered: true, effects: [], dialog: null };
  if (tool === 'press_key') return { delivered: true, effects: [], focused: null };
  if (tool === 'wait') return { elapsed_ms: 1, met: 'visible' };
  if (tool === 'navigate') return { status: 200, http_error: false, redirects: [] };
  if (tool === 'handle_dialog') return { kind: 'confirm', message: '', accepted: true };
  return notFound();
}

export function shownText(text: string): Reply {
  return { text, part: 1, parts: 1, outline: [], heading: '', byline: '', published: '', tokens: 1 };
}

export function filled(args: Readonly<Record<string, unknown>>, matches = true): Reply {
  const fields = Array.isArray(args['fields']) ? args['fields'] : [args];
  return {
    fields: fields.map((field: unknown) => ({
      selector: String(Reflect.get(Object(field), 'selector')),
      value: null,
      matches,
    })),
  };
}

export type Made = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };

/** A page by script. Time goes on by what waits take when what they wait for does not come. */
export function fakePage(script: Script): Means & { readonly made: Made[] } {
  const made: Made[] = [];
  let now = 0;
  return {
    made,
    now: () => now,
    signal: new AbortController().signal,
    call: async (tool, args) => {
      made.push({ tool, args });
      if (made.length > 500) return failed(fault('internal', 'The pattern does not end.', ''));
      const reply = await script(tool, args);
      now += isFault(reply) ? Number(args['timeout_ms'] ?? 1) : 1;
      return isFault(reply) ? failed(reply) : ok(reply);
    },
  };
}
