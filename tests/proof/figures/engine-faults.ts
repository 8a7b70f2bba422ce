import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRules, personsRules } from '../../../native-host/policy/compile.ts';
import { type EngineDecision, PolicyEngine } from '../../../native-host/policy/engine.ts';
import type { CedarQuery } from '../../../native-host/policy/engine-messages.ts';
import { parsePolicyText } from '../../../native-host/policy/policy-file.ts';
import { policyRequest } from '../../../native-host/policy/request.ts';
import { on, policiesFolder } from '../../native-host/policy/policy-rig.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const kinds = [
  'throws',
  'fails',
  'errs',
  'no-reason',
  'odd-decision',
  'garbage',
  'wrong-kind',
  'silent',
  'dies',
  'poison',
] as const;
const worker = new URL('../../native-host/policy/broken-engine-worker.ts', import.meta.url);
const read = (name: string): string => readFileSync(join(policiesFolder, name), 'utf8');

/** A decision that takes this long has met a silent engine; the next attempt, on a new one, has 16 times as long. */
const decisionMs = 100;
/** The fault comes with one of the first decisions of an engine. */
const atMax = 4;

/** A policy that allows one site and denies the others, so that right and wrong answers are told apart. */
function policyOfOneSite() {
  const text = 'version: 1\nwrite: {mode: allow-list, resources: ["domain:example.com"]}\n';
  const [person, defaults] = [parsePolicyText(text, 'p'), parsePolicyText(read('default.yaml'), 'd')];
  if (!person.ok || !defaults.ok) throw new Error('the policy of the figure is not valid');
  const { policies, lists } = compileRules(personsRules(person.layer, defaults.layer));
  const texts = [
    { file: 'always.cedar', text: read('always.cedar'), forbidsOnly: true },
    ...policies.map((one) => ({ file: 'policy', text: one.text, forbidsOnly: false })),
  ];
  const query = (url: string): CedarQuery => {
    const request = policyRequest(on(url), lists);
    if (!request.ok) throw new Error(request.reason);
    return request.queryFor(false);
  };
  return { texts, query };
}

type Tried = { readonly wrong: string | null; readonly isMet: boolean; readonly backMs: number };

/** An engine of one policy goes wrong at its n-th decision; every decision around it must be right, that one denied. */
export const figure: Figure = {
  id: 'F8',
  promise: 'a fault of the policy engine denies, and the next question is answered rightly by a new engine',
  unit: 'engine faults',
  sizes: { ci: 10, long: 1_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const policy = policyOfOneSite();
    const times: number[] = [];
    let met = 0;
    for (let index = 0; index < count; index += 1) {
      const kind = kinds[index % kinds.length] ?? 'throws';
      const at = 1 + chance.below(atMax);
      const { wrong, isMet, backMs } = await tryFault(kind, at, policy, chance);
      if (isMet) met += 1;
      if (wrong === null) counted.pass();
      else counted.fail(`${kind} at decision ${at}: ${wrong}`);
      times.push(backMs);
      progress(index);
    }
    if (met === 0) counted.fail('not one fault was met');
    times.sort((a, b) => a - b);
    const place = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    return counted.finding({ met, 'ms until the next answer, median': place(0.5), p95: place(0.95) });
  },
};

async function tryFault(
  kind: string,
  at: number,
  { texts, query }: ReturnType<typeof policyOfOneSite>,
  chance: Seeded,
): Promise<Tried> {
  // A worker's own address loses what stands behind the question mark; that of what it imports does not.
  const entry = `import ${JSON.stringify(`${worker}?fault=${kind}&at=${at}`)};`;
  const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(entry)}`);
  const started = await PolicyEngine.start({
    workerUrl,
    schema: read('schema.cedarschema'),
    texts,
    decisionMs,
  });
  if (!started.ok) {
    const wrong = `it did not start: ${JSON.stringify(started.problems)}`;
    return { wrong, isMet: false, backMs: 0 };
  }
  const { engine } = started;
  let sites = 0;
  // Every question is a new one, so that none is answered from memory.
  const ask = async (): Promise<{ readonly right: 'allow' | 'deny'; readonly said: EngineDecision }> => {
    const right = chance.below(2) === 0 ? 'allow' : 'deny';
    sites += 1;
    const host = right === 'allow' ? `s${sites}.example.com` : `s${sites}.example.org`;
    return { right, said: await engine.decide(query(`https://${host}/`)) };
  };
  const wrongs: string[] = [];
  const mustBeRight = async (when: string): Promise<void> => {
    const { right, said } = await ask();
    if (said.kind !== right) wrongs.push(`${when}: ${JSON.stringify(said)} instead of ${right}`);
  };
  for (let call = 1; call < at; call += 1) await mustBeRight(`decision ${call}`);
  const { right, said } = await ask();
  // On a busy machine an engine that was only slow is replaced before, and the new one counts anew: then the answer is right,
  // and the fault comes with a later question.
  const isMet = said.kind === 'fault';
  if (!isMet && said.kind !== right) wrongs.push(`the fault was answered ${JSON.stringify(said)}`);
  const before = performance.now();
  // The new engine goes wrong at its own n-th decision, which this is when n is 1.
  if (at > 1 && isMet) await mustBeRight('after it');
  else await ask();
  const backMs = performance.now() - before;
  await engine.close();
  return { wrong: wrongs.length === 0 ? null : wrongs.join('; '), isMet, backMs };
}
