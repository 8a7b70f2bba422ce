import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../../../shared/faults.ts';
import { type HomePaths, machineFolder } from '../../io/home.ts';
import { checkPolicyFile, checkPolicyPlaces } from '../../policy/check-policy-file.ts';
import { PolicyStore } from '../../policy/policy-store.ts';
import { questionOf } from '../../policy/question-of.ts';
import { explainUnderFile, testPolicy } from '../../policy/test-policy.ts';
import type { HostParts } from '../parts.ts';

type PolicyParts = Pick<HostParts, 'policyText' | 'checkPolicy' | 'explainPolicy' | 'testPolicy'>;

/** What the commands ask of policies: those of the data folder, or files anywhere. */
export function policyParts(paths: HomePaths, policiesFolder: string, workerUrl: URL): PolicyParts {
  const tools = { policiesFolder, workerUrl };
  const places = {
    ...tools,
    policyPath: paths.policy,
    overlaysFolder: paths.policies,
    machineFolder: machineFolder(),
  };
  return {
    policyText: () => {
      const isDefault = !existsSync(paths.policy);
      const text = readFileSync(isDefault ? join(policiesFolder, 'default.yaml') : paths.policy, 'utf8');
      return { file: paths.policy, text, isDefault };
    },
    checkPolicy: async (file, kind) => {
      if (file === null) return checkPolicyPlaces(places);
      return (await checkPolicyFile(file, tools, kind)).errors.map((error) => ({ file, ...error }));
    },
    explainPolicy: async (asked, file) => {
      const question = questionOf(asked);
      if (!question.ok) return question;
      const { bucket } = question.value;
      if (file !== null) {
        const answer = await explainUnderFile(question.value, file, tools);
        if (!answer.ok) return ok(answer);
        const { verdict, deciding } = answer.explanation;
        return ok({ ok: true, explanation: { ...verdict, bucket, deciding: [...deciding] } });
      }
      const problems = await checkPolicyPlaces(places);
      if (problems.length > 0) return ok({ ok: false, problems });
      const store = await PolicyStore.open(places);
      const { verdict, deciding } = await store.explain(question.value);
      await store.close();
      return ok({ ok: true, explanation: { ...verdict, bucket, deciding: [...deciding] } });
    },
    testPolicy: (file, policy) => testPolicy(file, policy, tools),
  };
}
