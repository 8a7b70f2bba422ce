import type { PageInfo, TargetDescription } from '../../shared/actions.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { fieldsOf } from '../../shared/tools/fill.ts';
import type { Secrets } from './ports.ts';

const secretReference = /^secret:([A-Za-z0-9_.-]{1,100})$/;

/** The secret that a value names (`secret:NAME` and nothing else), or null. */
export function nameOfSecret(value: unknown): string | null {
  return typeof value === 'string' ? (secretReference.exec(value)?.[1] ?? null) : null;
}

/** Names of the secrets that a call would use. Only `fill` uses any; elsewhere `secret:NAME` is a text like another. */
export function namesOfSecrets(tool: string, args: Readonly<Record<string, unknown>>): readonly string[] {
  if (tool !== 'fill') return [];
  return fieldsOf(args)
    .map((field) => nameOfSecret(field.value))
    .filter((name) => name !== null);
}

type Call = {
  readonly tool: { readonly name: string };
  readonly request: { readonly args: Readonly<Record<string, unknown>> };
  readonly dependencies: { readonly secrets: Secrets };
};
type Where = { readonly page: PageInfo | null; readonly targets: readonly TargetDescription[] };

/** The values for one dispatch, each released only for the origin of the very field it goes into. */
export function revealAll(call: Call, where: Where): Result<Record<string, string>> {
  if (call.tool.name !== 'fill') return ok({});
  const revealed: Record<string, string> = {};
  for (const [index, field] of fieldsOf(call.request.args).entries()) {
    const name = nameOfSecret(field.value);
    if (name === null) continue;
    const target = where.targets[index];
    if (target === undefined || where.page === null) {
      return failed(
        fault('not-found', `The field for secret:${name} was not found.`, 'Look at the page again.'),
      );
    }
    const value = call.dependencies.secrets.reveal(name, target.frame.origin, where.page.origin);
    if (!value.ok) return value;
    revealed[name] = value.value;
  }
  return ok(revealed);
}
