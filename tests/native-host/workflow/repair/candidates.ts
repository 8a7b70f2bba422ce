import type { Candidate } from '../../../../native-host/workflow/repair/look-at-page.ts';
import { takeFingerprint } from '../../../../native-host/workflow/repair/take-fingerprint.ts';

export const pageUrl = 'https://portal.example.com/reports/ST-2026-06';

let refs = 0;

/** A control as a page of paper has it. */
export function candidate(
  role: string,
  name: string,
  more: Partial<Omit<Candidate, 'role' | 'name' | 'ref'>> = {},
): Candidate {
  refs += 1;
  const tag = more.tag ?? { link: 'a', textbox: 'input', combobox: 'select' }[role] ?? role;
  const usual = { tag, attributes: {}, form: null, submits: false, within: '', heading: '', near: [] };
  return { ref: `e${refs}`, role, name, ...usual, ...more };
}

export function link(name: string, href: string, more: Partial<Candidate> = {}): Candidate {
  return candidate('link', name, { attributes: { href }, ...more });
}

export function sender(name: string, action: string, more: Partial<Candidate> = {}): Candidate {
  return candidate('button', name, { form: { method: 'post', action }, submits: true, ...more });
}

export function field(name: string, attributes: Record<string, string>, action: string): Candidate {
  return candidate('textbox', name, { attributes, form: { method: 'get', action } });
}

export function printOf(one: Candidate) {
  return takeFingerprint(one, pageUrl, {});
}
