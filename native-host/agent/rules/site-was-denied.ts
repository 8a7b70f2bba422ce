import { actsOnPages } from '../offered-actions.ts';
import { originOf } from '../sources-of.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** Where acts need a person and none answers, the next act would be denied too. */
export const siteWasDenied = defineRule('site-was-denied', ({ page, deniedOrigins }, { action }) => {
  const origin = originOf(page?.url ?? '');
  if (!actsOnPages(action) || !deniedOrigins.includes(origin)) return allow;
  return refuse(
    `Nobody can approve acts on ${origin}. FINISH, and name what could not be done in "missing".`,
  );
});
