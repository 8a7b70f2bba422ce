import type { Candidate, Read } from './look-at-page.ts';
import { elementsOf } from './read-elements.ts';

/**
 * Selectors for a control, the one that a person would write first. Which of them means it alone is seen by looking.
 */
export function lastingSelectors({ role, name, tag, attributes, within }: Candidate): readonly string[] {
  const named = role !== '' && name !== '' ? `role=${role}[name="${escaped(name)}"]` : null;
  const [, part = '', partName = ''] = /^([a-z]+)(?: "(.*)")?$/s.exec(within) ?? [];
  const around = part === '' ? null : `role=${part}${partName === '' ? '' : `[name="${escaped(partName)}"]`}`;
  const { id, 'data-testid': testId, name: field, href } = attributes;
  return [
    ...(named === null ? [] : [named]),
    ...(named === null || around === null ? [] : [`${around} >> ${named}`]),
    ...(testId === undefined ? [] : [`testid="${escaped(testId)}"`]),
    ...(id !== undefined && /^[A-Za-z][\w-]*$/.test(id) ? [`#${id}`] : []),
    ...(field === undefined ? [] : [`${tag}[name="${escaped(field)}"]`]),
    ...(href === undefined ? [] : [`a[href="${escaped(href)}"]`]),
    ...(around === null || href === undefined ? [] : [`${around} >> css=a[href="${escaped(href)}"]`]),
  ];
}

/** The first of them that means this control alone, seen by looking; its ref where none does. */
export async function lastingSelector(read: Read, candidate: Candidate): Promise<string> {
  for (const selector of lastingSelectors(candidate)) {
    const seen = await elementsOf(read, selector);
    const [only, ...more] = seen?.elements ?? [];
    if (more.length === 0 && only?.ref === candidate.ref) return selector;
  }
  return `ref=${candidate.ref}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}
