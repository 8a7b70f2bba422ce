import type { LoadedPolicy } from './load-policy.ts';
import type { Question } from './question.ts';
import { realFolder } from './real-folder.ts';
import { policyRequest } from './request.ts';
import { expandHome } from './resource-rule.ts';
import { type Explanation, plainDenial, verdictOf } from './verdict.ts';

/** Asks a loaded policy one question: as it stands, and where it is denied so, as if the person had approved. */
export async function explainQuestion(
  question: Question,
  policy: LoadedPolicy,
  policyPath: string,
): Promise<Explanation> {
  const request = policyRequest(await withRealFolder(question), policy.lists);
  if (!request.ok) return plainDenial(request.policy, request.reason);
  const asIs = await policy.engine.decide(request.queryFor(question.granted));
  const asked = asIs.kind === 'deny' && !question.granted;
  const approved = asked ? await policy.engine.decide(request.queryFor(true)) : asIs;
  const { unattended } = question.caller;
  return verdictOf({ request, policies: policy.policies, policyPath, unattended, asIs, approved });
}

// A folder that cannot be followed to where it really lies is judged as no folder at all.
async function withRealFolder(question: Question): Promise<Question> {
  if (question.resource.kind !== 'folder') return question;
  const path = expandHome(question.resource.path);
  if (path === null) return question;
  try {
    return { ...question, resource: { kind: 'folder', path: await realFolder(path) } };
  } catch {
    return { ...question, resource: { kind: 'folder', path: '' } };
  }
}
