import { parse } from 'acorn';
import { executeTree } from '../../../native-host/code/execute-tree.ts';
import type { RunLimits } from '../../../native-host/code/limits.ts';
import { parseCode } from '../../../native-host/code/parse-code.ts';
import type { RunEnded } from '../../../native-host/code/runner-messages.ts';
import { escapes, randomEscape } from '../code/escapes.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

const limits: RunLimits = { fuel: 50_000, bytes: 4_000_000, wallMs: 5_000, calls: 10 };
/** What comes from outside is as hostile as the script. */
const hostile: unknown = JSON.parse(
  '{"url":"https://x.example/","then":1,"toString":2,"constructor":{"constructor":3},"__proto__":{"reached":true}}',
);

type Program = Parameters<typeof executeTree>[0]['program'];

async function run(program: Program): Promise<RunEnded> {
  return executeTree({
    program,
    args: { page: hostile, path: '/url' },
    limits,
    now: () => performance.now(),
    call: async () => ({ type: 'answer', value: hostile, sources: ['https://x.example'], waitedMs: 0 }),
  });
}

/** What of the engine a program got at, or nothing. */
function reached(ended: RunEnded): string | null {
  if ('reached' in globalThis || 'reached' in {} || 'reached' in [])
    return 'the engine’s own objects were changed';
  const told = 'value' in ended ? ended.value : ended.message;
  const found = engineIn(told, 0);
  if (found !== null) return found;
  const text = JSON.stringify(told) ?? '';
  return /native code|\[object |node:internal|\bat .*\.ts:/.test(text) || text.includes(process.version)
    ? `it told ${text.slice(0, 100)}`
    : null;
}

// Only data may come out: plain values, lists, and objects without a prototype.
function engineIn(value: unknown, depth: number): string | null {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return `a ${typeof value} came out`;
  if (typeof value !== 'object' || value === null || depth > 70) return null;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Array.prototype) return 'an object of the engine came out';
  for (const part of Object.values(value)) {
    const found = engineIn(part, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function parsedUnchecked(source: string): Program | null {
  try {
    const options = {
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      locations: true,
    } as const;
    return parse(source, { ...options, ecmaVersion: 'latest', sourceType: 'module' });
  } catch {
    return null;
  }
}

/** Each program once through the checker, and once straight into the interpreter, as if the checker let everything through. */
export const figure: Figure = {
  id: 'F4',
  promise: 'no script reaches an object of the engine, with the checker and without it',
  unit: 'programs',
  sizes: { ci: escapes.length + 8_000, long: escapes.length + 100_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    let [accepted, unchecked] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const source = escapes[index] ?? randomEscape(chance);
      try {
        const checked = parseCode(source);
        const found: (string | null)[] = [];
        if (checked.ok) {
          accepted += 1;
          found.push(reached(await run(checked.code.program)));
        }
        const program = parsedUnchecked(source);
        if (program !== null) {
          unchecked += 1;
          found.push(reached(await run(program)));
        }
        const way = found.find((one) => one !== null);
        if (way !== undefined) counted.fail(`${way}: ${JSON.stringify(source)}`);
        else counted.pass();
      } catch (error) {
        counted.fail(`the interpreter threw ${String(error)}: ${JSON.stringify(source)}`);
      }
      if (index % 500 === 0) progress(index);
    }
    return counted.finding({
      'by hand': Math.min(count, escapes.length),
      accepted,
      'run unchecked': unchecked,
    });
  },
};
