import { type Act, type Answer, acts, type Contender } from './contender.ts';
import { orderRows, otherControls, rowsCount } from './orders-site.ts';

// Every act on every server, again and again, the servers taking turns; and whether what they said is so.

export type Measured = {
  readonly contender: Contender;
  readonly answers: ReadonlyMap<Act, readonly Answer[]>;
};

type Addresses = { readonly count: string; readonly search: string };

export async function measureAll(
  contenders: readonly Contender[],
  origin: string,
  runs: number,
): Promise<readonly Measured[]> {
  const measured = contenders.map((contender) => ({ contender, answers: new Map<Act, Answer[]>() }));
  for (const act of acts) {
    const addresses: Addresses[] = [];
    for (const contender of contenders) {
      await contender.call(contender.manner.navigate(`${origin}/orders`));
      addresses.push(await addressesIn(contender));
    }
    // The first call of each is not counted.
    for (let run = 0; run <= runs; run++) {
      for (const [at, { contender, answers }] of measured.entries()) {
        const place = addresses[at];
        if (place === undefined) throw new Error('a server without addresses');
        const answer = await perform(contender, act, place, origin, run);
        if (run > 0) answers.set(act, [...(answers.get(act) ?? []), answer]);
      }
    }
    for (const { contender, answers } of measured) await check(contender, act, answers.get(act) ?? [], runs);
  }
  return measured;
}

async function addressesIn(contender: Contender): Promise<Addresses> {
  const { manner } = contender;
  const { text } = await contender.call(manner.snapshot);
  const count = manner.addressIn(text, 'button', 'Count');
  const search = manner.addressIn(text, 'textbox', 'Search');
  if (count === null || search === null)
    throw new Error(`${manner.name}: the snapshot lacks a button or a field:\n${text.slice(0, 2000)}`);
  return { count, search };
}

function perform(
  contender: Contender,
  act: Act,
  at: Addresses,
  origin: string,
  run: number,
): Promise<Answer> {
  const { manner } = contender;
  switch (act) {
    case 'navigate':
      return contender.call(manner.navigate(`${origin}/orders?run=${run}`));
    case 'click':
      return contender.call(manner.click(at.count));
    case 'fill':
      return contender.call(manner.fill(at.search, wordsOf(run)));
    case 'evaluate':
      return contender.call(manner.evaluate('document.title'));
    case 'snapshot':
    case 'screenshot':
    case 'text':
      return contender.call(manner[act]);
  }
}

function wordsOf(run: number): string {
  return `words of run ${run}`;
}

/** What was done or given must be so; a server that is quick and wrong is not measured. */
async function check(
  contender: Contender,
  act: Act,
  answers: readonly Answer[],
  runs: number,
): Promise<void> {
  const last = answers.at(-1)?.text ?? '';
  const { name } = contender.manner;
  if (act === 'navigate') await holds(contender, 'location.search', `?run=${runs}`);
  if (act === 'click') await holds(contender, 'counted.textContent', String(runs + 1));
  if (act === 'fill') await holds(contender, 'search.value', wordsOf(runs));
  if (act === 'evaluate' && !last.includes('"Orders"')) throw new Error(`${name}: evaluate gave ${last}`);
  if (act === 'snapshot' || act === 'text') {
    const missing = orderRows()
      .flat()
      .filter((cell) => !last.includes(cell));
    if (missing.length > 0) throw new Error(`${name}: ${act} lacks ${missing.slice(0, 5).join(', ')}`);
  }
  if (act !== 'snapshot') return;
  const refs = new Set(last.match(/\[(?:ref=)?(?:f\d+)?e\d+\]|uid=\w+/g) ?? []).size;
  if (refs < rowsCount * 2 + otherControls) throw new Error(`${name}: the snapshot has ${refs} refs only`);
}

async function holds(contender: Contender, expression: string, wanted: string): Promise<void> {
  const { text } = await contender.call(contender.manner.evaluate(expression));
  if (!text.includes(JSON.stringify(wanted)))
    throw new Error(`${contender.manner.name}: ${expression} is not ${wanted}: ${text.slice(0, 300)}`);
}
