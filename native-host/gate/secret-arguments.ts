import { z } from 'zod';
import type { PageInfo, TargetDescription } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { secretReferredTo } from '../../shared/secret-reference.ts';
import { fieldsOf } from '../../shared/tools/fill.ts';
import type { Secrets } from './ports.ts';

/** Names of the secrets that a call would use: fields of `fill`, `auth` of `navigate`; elsewhere `secret:NAME` is a text. */
export function namesOfSecrets(tool: string, args: Readonly<Record<string, unknown>>): readonly string[] {
  if (tool === 'navigate') return [signInSecret(args)].filter((name) => name !== null);
  if (tool !== 'fill') return [];
  return fieldsOf(args)
    .map((field) => secretReferredTo(field.value))
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
  if (call.tool.name === 'navigate') return revealSignIn(call);
  if (call.tool.name !== 'fill') return ok({});
  const revealed: Record<string, string> = {};
  for (const [index, field] of fieldsOf(call.request.args).entries()) {
    const name = secretReferredTo(field.value);
    if (name === null) continue;
    const target = where.targets[index];
    if (target === undefined || where.page === null) {
      return failed(
        fault('not-found', `The field for secret:${name} was not found.`, 'Look at the page again.'),
      );
    }
    const { secrets } = call.dependencies;
    const value = secrets.reveal(name, target.frame.origin, where.page.origin);
    if (!value.ok) return value;
    const away = formElsewhere(call.dependencies.secrets, name, target) ?? inWrittenFrame(name, target);
    if (away !== null) return failed(away);
    revealed[name] = value.value;
  }
  return ok(revealed);
}

/** A form that is sent where the secret may not go would take it there. */
function formElsewhere(secrets: Secrets, name: string, { form, frame }: TargetDescription): Fault | null {
  const origin = formOrigin(form);
  if (origin === null || origin === frame.origin) return null;
  const allowed = secrets.reveal(name, origin, origin);
  if (allowed.ok) return null;
  const message = `The form of the field is sent to ${origin}. ${allowed.fault.message}`;
  return fault('denied', message, 'Look whether this is the right form of the right site.', { origin });
}

/** A frame that a page wrote itself has the page's origin and no address that could be checked. */
function inWrittenFrame(name: string, { frame }: TargetDescription): Fault | null {
  if (frame.id === 0 || /^https?:/i.test(frame.url)) return null;
  const message = `The field lies in a frame without an address of its own (${frame.url.slice(0, 100)}); secret:${name} is not filled there.`;
  return fault('denied', message, 'Open the page of the log-in form itself.');
}

function formOrigin(form: TargetDescription['form']): string | null {
  if (form === null || !URL.canParse(form.action)) return null;
  const { protocol, origin } = new URL(form.action);
  // A script of the page's own stays in the page; a form sent by mail, say, goes to no site that a secret could be bound to.
  return protocol === 'javascript:' || protocol === 'about:' ? null : origin;
}

/** Which secrets of a call are put into a request and not into their field, and the origins that it may go to. */
export function wiresOf(
  call: Call,
  where: Where,
): Record<string, { mode: 'wire' | 'auto'; origins: string[] }> {
  const { secrets } = call.dependencies;
  if (call.tool.name !== 'fill') return {};
  const wires: Record<string, { mode: 'wire' | 'auto'; origins: string[] }> = {};
  for (const [index, field] of fieldsOf(call.request.args).entries()) {
    const name = secretReferredTo(field.value);
    const target = where.targets[index];
    const mode = name === null ? 'dom' : (secrets.deliveryOf?.(name) ?? 'dom');
    if (name === null || target === undefined || mode === 'dom') continue;
    const origin = formOrigin(target.form);
    wires[name] = {
      mode,
      origins: [...new Set([target.frame.origin, ...(origin === null ? [] : [origin])])],
    };
  }
  return wires;
}

const SignInArgs = z.object({ url: z.url(), auth: z.object({ password: z.string() }) });

function signInSecret(args: Readonly<Record<string, unknown>>): string | null {
  return secretReferredTo(SignInArgs.safeParse(args).data?.auth.password);
}

/** The password for a server that asks before it gives a page: released only for the origin that is gone to. */
function revealSignIn({ request, dependencies }: Call): Result<Record<string, string>> {
  const parsed = SignInArgs.safeParse(request.args).data;
  const name = secretReferredTo(parsed?.auth.password);
  if (parsed === undefined || name === null) return ok({});
  const { origin } = new URL(parsed.url);
  const value = dependencies.secrets.reveal(name, origin, origin);
  return value.ok ? ok({ [name]: value.value }) : value;
}
