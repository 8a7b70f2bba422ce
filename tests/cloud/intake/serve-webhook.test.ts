import { createWebhookServer } from '../../../cloud/intake/serve-webhook.ts';
import { sign, signatureHeader } from '../../../cloud/intake/signature.ts';
import { intakeConformance } from './conformance.ts';

const key = 'k'.repeat(32);

intakeConformance('webhook', async (desk) => {
  const server = createWebhookServer({ key, port: 0, now: Date.now });
  await server.open(desk);
  const refused = new Map<string, string>();
  const call = async (
    method: string,
    path: string,
    body: string,
  ): Promise<{ status: number; text: string }> => {
    const header = sign(key, { method, path, body }, Math.floor(Date.now() / 1_000));
    const init = { method, headers: { [signatureHeader]: header }, ...(body === '' ? {} : { body }) };
    const answer = await fetch(`${server.origin()}${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  return {
    async send(name, text) {
      const { status, text: told } = await call(
        'POST',
        '/requests',
        JSON.stringify({ text, request_id: name }),
      );
      if (status >= 400) refused.set(name, told);
    },
    async told(name) {
      const { status, text } = await call('GET', `/requests/${name}`, '');
      return status === 200 ? text : (refused.get(name) ?? null);
    },
    end: () => server.close(),
  };
});
