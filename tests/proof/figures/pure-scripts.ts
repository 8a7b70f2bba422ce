import { getQuickJS } from 'quickjs-emscripten';
import { executeTree } from '../../../native-host/code/execute-tree.ts';
import { runLimits } from '../../../native-host/code/limits.ts';
import { parseCode } from '../../../native-host/code/parse-code.ts';
import { ScriptWriter } from '../code/pure-scripts.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

const args = { n: 3, s: 'a-b', list: [4, 1, 2.5], words: ['b', 'a', ''] };

/** What our interpreter makes of it, as JSON; a mistake or an end of another kind as its name. */
async function ours(source: string): Promise<string> {
  const parsed = parseCode(source);
  if (!parsed.ok) return `rejected: ${JSON.stringify(parsed.problems[0])}`;
  const ended = await executeTree({
    program: parsed.code.program,
    args,
    limits: runLimits,
    now: () => performance.now(),
    call: () => Promise.reject(new Error('a pure script made a call')),
  });
  if (ended.type === 'done') return JSON.stringify(ended.value);
  return ended.type === 'threw' ? `threw ${JSON.stringify(ended.value)}` : `stopped: ${ended.reason}`;
}

/** Random scripts without calls, compared with QuickJS. */
export const figure: Figure = {
  id: 'F5',
  promise: 'the interpreter does what JavaScript does',
  unit: 'scripts',
  sizes: { ci: 4_000, long: 500_000 },
  async run({ count, seed, progress }) {
    const writer = new ScriptWriter(startSeeded(seed));
    const counted = startCount();
    const quickjs = await getQuickJS();
    let runtime = quickjs.newContext();
    for (let index = 0; index < count; index += 1) {
      const source = writer.script();
      const found = await ours(source);
      const wrapped = `((args) => { try { return JSON.stringify((() => {${source}})()); } catch (error) { return "threw " + JSON.stringify(error); } })(${JSON.stringify(args)})`;
      const result = runtime.evalCode(wrapped);
      const expected =
        result.error === undefined ? runtime.getString(result.value) : 'QuickJS could not run it';
      result.dispose();
      if (found === expected) counted.pass();
      else counted.fail(`${found} instead of ${expected}: ${JSON.stringify(source)}`);
      if (index % 250 === 249) {
        progress(index);
        // One context keeps what its scripts made; a new one now and then keeps the memory small.
        runtime.dispose();
        runtime = quickjs.newContext();
      }
    }
    runtime.dispose();
    return counted.finding();
  },
};
