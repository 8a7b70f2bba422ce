import { fault, type Result } from '../../shared/faults.ts';
import { type MadePasskey, PasskeyDemand, type PasskeyProof } from '../../shared/passkey.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';
import type { PanelLink } from './panel-link.ts';

// The browser's own dialog asks the person for the passkey; no page and no tool reaches it. What is signed is the question.

type Requests = typeof controlRequests;

/** The browser's passkeys, as far as the panel uses them. Each rejects when the person closes the dialog. */
export type BrowserPasskeys = {
  prove(demand: PasskeyDemand): Promise<PasskeyProof>;
  make(challenge: string): Promise<MadePasskey>;
};

const dialogMs = 120_000;
/** Names of the signature algorithms in COSE: ES256, RS256. */
const algorithms = [-7, -257] as const;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const browserPasskeys: BrowserPasskeys = {
  async prove({ challenge, credentials }) {
    const credential = await navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        allowCredentials: credentials.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        userVerification: 'required',
        timeout: dialogMs,
      },
    });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was used');
    const { response } = credential;
    if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('no passkey was used');
    return {
      credential_id: textOf(credential.rawId),
      client_data: textOf(response.clientDataJSON),
      authenticator_data: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    };
  },
  async make(challenge) {
    const credential = await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: 'LocalAgent' },
        user: {
          id: crypto.getRandomValues(new Uint8Array(16)),
          name: 'LocalAgent',
          displayName: 'LocalAgent',
        },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { userVerification: 'required' },
        timeout: dialogMs,
      },
    });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was made');
    const { response } = credential;
    if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('no passkey was made');
    const key = response.getPublicKey();
    if (key === null) throw new Error('the passkey is of a kind that this browser cannot tell about');
    return {
      credential_id: textOf(credential.rawId),
      public_key: textOf(key),
      client_data: textOf(response.clientDataJSON),
      authenticator_data: textOf(response.getAuthenticatorData()),
    };
  },
};

const unused = (cause: unknown) =>
  fault(
    'denied',
    `The passkey was not used: ${cause instanceof Error ? cause.message : String(cause)}`.slice(0, 500),
    'Try it again; nothing was approved.',
  );

/** Answers a question, with a passkey where the host says that it takes one. */
export async function answerWithPasskey(
  link: PanelLink,
  params: Params<Requests, 'approval.answer'>,
  passkeys: BrowserPasskeys = browserPasskeys,
): Promise<Result<Answer<Requests, 'approval.answer'>>> {
  const answered = await link.call('approval.answer', params);
  const demand = answered.ok ? null : PasskeyDemand.safeParse(answered.fault.detail?.['passkey']);
  if (demand === null || !demand.success) return answered;
  try {
    return await link.call('approval.answer', { ...params, passkey: await passkeys.prove(demand.data) });
  } catch (cause) {
    return { ok: false, fault: unused(cause) };
  }
}

/** Makes a passkey and has it kept; once there are others, one of them is asked for first. */
export async function addPasskey(
  link: PanelLink,
  passkeys: BrowserPasskeys = browserPasskeys,
): Promise<Result<Answer<Requests, 'passkey.add'>>> {
  const looked = await link.call('passkey.look', {});
  if (!looked.ok) return looked;
  const { challenge } = looked.value;
  const credentials = looked.value.passkeys.map(({ credential_id }) => credential_id);
  try {
    const proof = credentials.length > 0 ? { proof: await passkeys.prove({ challenge, credentials }) } : {};
    return await link.call('passkey.add', { made: await passkeys.make(challenge), ...proof });
  } catch (cause) {
    return { ok: false, fault: unused(cause) };
  }
}
