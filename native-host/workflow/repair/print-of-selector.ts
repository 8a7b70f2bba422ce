import { Fingerprint } from '../../../shared/fingerprint.ts';

/**
 * What a selector alone says of its control, where nothing was recorded: kind and name. Null when it names things by how the
 * page is built, which says nothing of what they are.
 */
export function printOfSelector(selector: string): Fingerprint | null {
  const last = selector.split(' >> ').at(-1) ?? selector;
  const role = /^role=([a-z]+)\[name\*?="((?:[^"\\]|\\.)*)"\]$/.exec(last);
  if (role !== null) return Fingerprint.parse({ role: role[1], name: unescaped(role[2] ?? ''), tag: '' });
  const label = /^(?:label|placeholder)="?((?:[^"\\]|\\.)*)"?$/.exec(last);
  if (label !== null) return Fingerprint.parse({ role: 'textbox', name: unescaped(label[1] ?? ''), tag: '' });
  return null;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1').slice(0, 200);
}
