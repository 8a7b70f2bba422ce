import { readFileSync } from 'node:fs';
import { patterns } from '../../../native-host/patterns/index.ts';
import { compile, type Plan } from '../../../native-host/workflow/compile.ts';
import { type LoadedTemplate, parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import type { Result } from '../../../shared/faults.ts';

/** A value that must be there; a fault is the test's failure. */
export function valueIn<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.message}`);
  return result.value;
}

/** A fault that must be there. */
export function faultOf<T>(result: Result<T>) {
  if (result.ok) throw new Error(`no fault, but ${JSON.stringify(result.value)}`);
  return result.fault;
}

export function shippedTemplate(): LoadedTemplate {
  const file = new URL('../../../templates/vendor-portal-report.yaml', import.meta.url);
  return valueIn(parseTemplate(readFileSync(file, 'utf8'), 'vendor-portal-report.yaml', patterns));
}

export const shippedParameters = {
  portal_url: 'https://portal.example.com/',
  username: 'anna',
  period: '2026-06',
};

export function compileText(text: string, parameters: Readonly<Record<string, unknown>> = {}): Result<Plan> {
  const loaded = parseTemplate(text, 'test.yaml', patterns);
  return loaded.ok ? compilePlan(loaded.value, parameters) : loaded;
}

export function compilePlan(
  loaded: LoadedTemplate,
  parameters: Readonly<Record<string, unknown>>,
): Result<Plan> {
  return compile(
    loaded,
    { parameters, options: { out: null, name_pattern: null } },
    {
      patterns,
      folderOf: (text) => text.replace(/^~/, '/home/anna'),
      now: () => Date.parse('2026-07-15T12:00:00Z'),
    },
  );
}
