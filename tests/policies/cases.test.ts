import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Bucket } from '../../shared/actions.ts';
import { on, withPolicy } from '../native-host/policy/policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const Cases = z.strictObject({
  policy: z.record(z.string(), z.json()),
  cases: z
    .array(
      z.strictObject({
        fact: z.string(),
        tool: z.string(),
        url: z.string(),
        decision: z.enum(['allow', 'ask', 'deny']),
        policy: z.string(),
      }),
    )
    .min(3),
});

test.each(Bucket.options)(
  'each case of the bucket "%s" is decided as it says, by the policy it names',
  async (bucket) => {
    const path = new URL(`./${bucket}.cases.json`, import.meta.url);
    const { policy, cases } = Cases.parse(JSON.parse(readFileSync(path, 'utf8')));
    await withPolicy({ 'home/policy.yaml': JSON.stringify(policy) }, async (store) => {
      for (const { fact, tool, url, ...said } of cases) {
        const { decision, policies } = await store.judge(on(url, { tool, bucket }));
        expect({ fact, decision, policies }).toEqual({
          fact,
          decision: said.decision,
          policies: [said.policy],
        });
      }
    });
  },
);
