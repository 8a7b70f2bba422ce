import { generateKeyPairSync } from 'node:crypto';
import { signTemplate } from '../../../native-host/workflow/template-signature.ts';
import { Template } from '../../../shared/template.ts';
import { given } from '../../e2e/rig.ts';

/** The work of one job: open a page, fill a field, place the order, read that it was placed. Signed with a key of its own. */
export function signedOrderTemplate(): { readonly text: string; readonly key: string } {
  const template = Template.parse({
    id: 'place-order',
    version: '1.0.0',
    title: 'Place an order',
    description: 'Places one order and reads that it was placed.',
    parameters: {
      site: { type: 'url', title: 'Site', required: true },
      number: { type: 'string', title: 'Number', required: true },
    },
    sites: ['{{parameters.site}}'],
    steps: [
      step('open', 'navigate', { url: '{{parameters.site}}/' }, ['read', 'write']),
      step('fill', 'fill', { selector: 'label="Number"', value: '{{parameters.number}}' }, ['write']),
      step('order', 'click', { selector: 'role=button[name="Order"]' }, ['write']),
      step('read', 'get_text', { selector: 'role=status' }, ['read']),
    ],
    output: { told: '{{steps.read.text}}' },
    review: { state: 'reviewed', by: 'Bench', at: '2026-06-30' },
  });
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { signature, key } = given(signTemplate(template, pem));
  return { text: JSON.stringify({ ...template, review: { ...template.review, signature } }), key };
}

function step(id: string, tool: string, args: object, buckets: readonly string[]) {
  return { id, title: id, tool, args, buckets };
}
