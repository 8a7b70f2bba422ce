import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { PolicyQuestion } from '../../shared/policy-question.ts';
import type { PolicyProblem } from './policy-file.ts';

// A file of cases is what an organisation keeps beside its policy: calls, and what must be decided about each.
//   version: 1
//   policy: policy.yaml            the person's policy, beside this file; left out: the rules of a new installation
//   organisation: machine.yaml     rules that only tighten, as they stand in the machine-wide folder
//   overlays: [extra.cedar]
//   cases:
//     - { case: Reading is allowed, tool: get_text, url: "https://example.com", expect: allow, by: read.allow-all }

/** Cases of one file. */
const casesMax = 10_000;
const overlaysMax = 100;
const fileBytesMax = 8 * 1024 * 1024;
const problemsMax = 20;

export const PolicyCase = PolicyQuestion.extend({
  /** What the case is about, in words. */
  case: z.string().min(1).max(300).optional(),
  expect: z.enum(['allow', 'ask', 'deny']),
  /** A rule that must be among those that decided. */
  by: z.string().max(300).optional(),
});
export type PolicyCase = z.infer<typeof PolicyCase>;

const PolicyCases = z.strictObject({
  version: z.literal(1),
  policy: z.string().max(4096).optional(),
  organisation: z.string().max(4096).optional(),
  overlays: z.array(z.string().max(4096)).max(overlaysMax).default([]),
  cases: z.array(PolicyCase).min(1).max(casesMax),
});

export type CasesFile = {
  /** Whole paths; null for what the file does not name. */
  readonly policy: string | null;
  readonly organisation: string | null;
  readonly overlays: readonly string[];
  readonly cases: readonly { readonly line: number; readonly case: PolicyCase }[];
};
export type CasesResult =
  | { readonly ok: true; readonly value: CasesFile }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** Reads a file of cases; every problem names its line. */
export function readPolicyCases(file: string): CasesResult {
  const whole = (message: string): CasesResult => ({
    ok: false,
    problems: [{ file, line: null, message }],
  });
  const text = textOf(file);
  if (text === null) return whole('The file cannot be read.');
  if (Buffer.byteLength(text) > fileBytesMax) return whole(`The file has more than ${fileBytesMax} bytes.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const message = `This is not valid YAML: ${broken.message.split('\n')[0] ?? ''}`;
    return { ok: false, problems: [{ file, line: lines.linePos(broken.pos[0]).line, message }] };
  }
  const lineOf = (path: readonly PropertyKey[]): number | null => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const start = rangeStart(node);
      if (start !== null) return lines.linePos(start).line;
    }
    return 1;
  };
  const parsed = PolicyCases.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, problemsMax).map(({ path, message }) => {
      const place = path.map(String).join('.');
      return { file, line: lineOf(path), message: place === '' ? message : `${place}: ${message}` };
    });
    return { ok: false, problems };
  }
  const { policy, organisation, overlays, cases } = parsed.data;
  const beside = (name: string): string => resolve(dirname(file), name);
  return {
    ok: true,
    value: {
      policy: policy === undefined ? null : beside(policy),
      organisation: organisation === undefined ? null : beside(organisation),
      overlays: overlays.map(beside),
      cases: cases.map((one, index) => ({ line: lineOf(['cases', index]) ?? 1, case: one })),
    },
  };
}

function rangeStart(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
    return null;
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : null;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
