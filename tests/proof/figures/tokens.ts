import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToken, sealToken } from '../../../native-host/code/token.ts';
import { openDatabase } from '../../../native-host/io/database.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { CodeRig } from '../../fakes/code-rig.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const points = ['before-spend', 'after-spend', 'after-effect', 'after-end'] as const;
/** One race and one kill for so many tampers: they take a thousand times as long. */
const racesPart = 1_000;
const killsPart = 25_000;

type Tamper = (token: string, chance: Seeded, other: string) => string;

const tampers: readonly [Tamper, ...Tamper[]] = [
  (token, chance) => {
    const bytes = Buffer.from(token);
    const at = chance.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
    return bytes.toString('latin1');
  },
  (token, chance) => {
    const at = chance.below(token.length);
    return token.slice(0, at) + (alphabet[chance.below(64)] ?? '') + token.slice(at + 1);
  },
  (token, chance) => token.slice(0, chance.below(token.length)),
  (token, chance) => {
    const at = chance.below(token.length + 1);
    return token.slice(0, at) + (alphabet[chance.below(64)] ?? '') + token.slice(at);
  },
  (token, chance, other) => `${token.split('.')[chance.below(2)] ?? ''}.${other.split('.')[1] ?? ''}`,
  (token, chance) => {
    const [body = '', seal = ''] = token.split('.');
    const text = Buffer.from(body, 'base64url').toString();
    const changed = chance.pick([
      text.replace('"v":1', '"v":0'),
      text.replace('{', '{"alg":"none",'),
      text.replace('{', '{ '),
      text.replace(/"exp":\d+/, '"exp":9999999999999'),
      text.replace('"attended"', '"unattended"'),
      text.replace('"appr":[]', '"appr":["x"]'),
      `${text} `,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ]);
    return `${Buffer.from(changed).toString('base64url')}.${seal}`;
  },
  (token, chance) => token + chance.pick(['=', '==', ' ', '\n', '.', '.e30', '%3D']),
];

async function twice(rig: CodeRig, chance: Seeded): Promise<number> {
  const { token } = await rig.validate('await api.post("/click", { selector: "a" });');
  const before = rig.calls.length;
  const uses = Array.from({ length: 2 + chance.below(4) }, () => rig.execute({ token: token ?? '' }));
  const ended = await Promise.all(uses);
  const winners = ended.filter(({ done }) => done.ok).length;
  return winners === 1 && rig.calls.length === before + 1 ? 1 : 0;
}

/** Kills a process around the use of a token; what is on the disk must say so before anything happened. */
async function killed(point: (typeof points)[number]): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'la-token-'));
  try {
    const program = join(import.meta.dirname, '..', 'code', 'spend-and-die.ts');
    const error = await new Promise((resolve) =>
      execFile(process.execPath, [program, folder, point], resolve),
    );
    const died =
      typeof error === 'object' && error !== null && 'signal' in error && error.signal === 'SIGKILL';
    if (!died) return `it was not killed: ${String(error)}`;
    const effects = existsSync(`${folder}/effects`)
      ? readFileSync(`${folder}/effects`, 'utf8').split('\n').length - 1
      : 0;
    const database = openDatabase(`${folder}/ledger.db`);
    const ledger = new Ledger(database, Buffer.alloc(32, 7));
    const spent = ledger.has(readFileSync(`${folder}/jti`, 'utf8'));
    ledger.close();
    database.close();
    if (effects > 1) return `it took effect ${effects} times`;
    if (effects === 1 && !spent) return 'it took effect and the token is not spent';
    return spent === (point !== 'before-spend') ? null : `spent: ${spent}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tokens changed in every way, used at once, and used by a process that is killed. */
export const figure: Figure = {
  id: 'F10',
  promise: 'an approval token cannot be forged, and is used once, whatever is killed',
  unit: 'tampers',
  sizes: { ci: 50_000, long: 20_000_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const rig = new CodeRig();
    const key = randomBytes(32);
    const tokens = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { token } = await rig.validate('await api.post("/click", { selector: "a" });');
        const payload = openToken(token ?? '', rig.key);
        if (payload === null) throw new Error('an untouched token was not accepted');
        return sealToken(payload, key);
      }),
    );
    const races = Math.ceil(count / racesPart);
    const kills = Math.max(points.length, Math.ceil(count / killsPart));
    for (let index = 0; index < count; index += 1) {
      const token = tokens[index % tokens.length] ?? '';
      const changed = chance.pick(tampers)(token, chance, tokens[(index + 1) % tokens.length] ?? '');
      if (changed !== token && openToken(changed, key) !== null)
        counted.fail(`accepted: ${JSON.stringify(changed)}`);
      else counted.pass();
      if (index % 5_000 === 0) progress(index);
    }
    for (let race = 0; race < races; race += 1) {
      if ((await twice(rig, chance)) !== 1) counted.fail(`race ${race} had not exactly one winner`);
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const point = points[kill % points.length] ?? 'after-spend';
      const broken = await killed(point);
      if (broken !== null) counted.fail(`killed ${point}: ${broken}`);
    }
    return counted.finding({ races, kills });
  },
};
