import type { Seeded } from '../seeded.ts';

// Random scripts of the subset that make no call and no mistake, so that any JavaScript engine gives the same result.

type Kind = 'number' | 'text' | 'truth' | 'numbers' | 'texts';
type Names = { readonly [K in Kind]: readonly string[] };

const texts = ['""', '"a"', '"B7"', '"x y"', '"ÄÖ"', '"12"', '"a,b,c"', '"😀z"', '" t "'] as const;
const numbers = ['0', '1', '2', '-1', '0.5', '7', '1e3', '100', '3.25'] as const;

/** Writes one script. */
export class ScriptWriter {
  readonly #chance: Seeded;
  #next = 0;
  #left = 0;

  constructor(chance: Seeded) {
    this.#chance = chance;
  }

  script(): string {
    this.#next = 0;
    this.#left = 60 + this.#chance.below(120);
    const names: Names = {
      number: ['args.n'],
      text: ['args.s'],
      truth: [],
      numbers: ['args.list'],
      texts: ['args.words'],
    };
    const [body, after] = this.#statements(names, 4 + this.#chance.below(6), 0);
    const told = (['number', 'text', 'truth', 'numbers', 'texts'] as const).flatMap((kind) => after[kind]);
    return `${body}return [${told.join(', ')}];\n`;
  }

  #pick(items: readonly string[]): string {
    return items[this.#chance.below(items.length)] ?? '0';
  }

  #fresh(): string {
    this.#next += 1;
    return `v${this.#next}`;
  }

  #statements(names: Names, count: number, depth: number): readonly [string, Names] {
    let text = '';
    let known = names;
    for (let at = 0; at < count && this.#left > 0; at += 1) {
      const [statement, after] = this.#statement(known, depth);
      text += statement;
      known = after;
    }
    return [text, known];
  }

  #statement(names: Names, depth: number): readonly [string, Names] {
    const roll = this.#chance.below(depth > 2 ? 6 : 13);
    if (roll < 5) return this.#declare(names);
    if (roll === 5) return [this.#change(names), names];
    const inner = (): string =>
      `{\n${this.#statements(names, 1 + this.#chance.below(3), depth + 1)[0]}${this.#change(names)}}\n`;
    const truth = (): string => this.#value('truth', names, 2);
    const counter = this.#fresh();
    if (roll === 6) return [`if (${truth()}) ${inner()} else ${inner()}`, names];
    if (roll === 7)
      return [
        `for (let ${counter} of ${this.#value('numbers', names, 1)}) ${this.#within(names, 'number', counter, depth)}`,
        names,
      ];
    if (roll === 8)
      return [
        `for (let ${counter} of ${this.#value('texts', names, 1)}) ${this.#within(names, 'text', counter, depth)}`,
        names,
      ];
    if (roll === 9)
      return [
        `for (let ${counter} = 0; ${counter} < ${1 + this.#chance.below(5)}; ${counter}++) ${this.#within(names, 'number', counter, depth)}`,
        names,
      ];
    if (roll === 10)
      return [
        `try { ${inner()} if (${truth()}) throw ${this.#value('text', names, 1)}; } catch (${counter}) ${this.#within(names, 'text', counter, depth)}`,
        names,
      ];
    if (roll === 11) {
      const cases = [0, 1, 2].map(
        (value) => `case ${value}: ${inner()}${this.#chance.below(3) === 0 ? '' : 'break;'}\n`,
      );
      return [
        `switch (${this.#value('number', names, 1)} % 3) {\n${cases.join('')}default: ${inner()}}\n`,
        names,
      ];
    }
    return [
      `let ${counter} = 3;\nwhile (${counter} > 0) { ${counter} -= 1; if (${truth()}) { continue; } if (${truth()}) { break; } ${this.#change(names)} }\n`,
      names,
    ];
  }

  #within(names: Names, kind: Kind, name: string, depth: number): string {
    const known = { ...names, [kind]: [...names[kind], name] };
    const exits = [
      '',
      '',
      `if (${this.#value('truth', known, 1)}) break;`,
      `if (${this.#value('truth', known, 1)}) continue;`,
    ];
    return `{\n${this.#statements(known, 1 + this.#chance.below(2), depth + 1)[0]}${depth > 0 || name === '' ? '' : this.#change(names)}}\n`.replace(
      /\}\n$/,
      `${name.startsWith('v') && kind !== 'text' ? this.#pick(exits) : ''}}\n`,
    );
  }

  #declare(names: Names): readonly [string, Names] {
    const kinds: readonly Kind[] = ['number', 'text', 'truth', 'numbers', 'texts'];
    const kind = kinds[this.#chance.below(kinds.length)] ?? 'number';
    const name = this.#fresh();
    return [`let ${name} = ${this.#value(kind, names, 3)};\n`, { ...names, [kind]: [...names[kind], name] }];
  }

  #change(names: Names): string {
    const own = (kind: Kind): readonly string[] => names[kind].filter((name) => name.startsWith('v'));
    const [number, text, list] = [
      this.#pick(own('number')),
      this.#pick(own('text')),
      this.#pick(own('texts')),
    ];
    const roll = this.#chance.below(5);
    // A counter of a loop is not touched, or the loop might not end.
    if (roll < 2 && text !== '0') return `${text} = ${this.#value('text', names, 2)}.slice(0, 20);\n`;
    if (roll === 2 && list !== '0')
      return `if (${list}.length < 20) ${list}.push(${this.#value('text', names, 1)});\n`;
    if (roll === 3 && list !== '0') return `${list} = ${this.#value('texts', names, 1)};\n`;
    return number === '0' ? ';\n' : `${this.#value('number', names, 1)};\n`;
  }

  #value(kind: Kind, names: Names, depth: number): string {
    this.#left -= 1;
    const known = names[kind];
    if (depth <= 0 || this.#left <= 0 || this.#chance.below(4) === 0) {
      if (known.length > 0 && this.#chance.below(3) > 0) return this.#pick(known);
      return this.#plain(kind);
    }
    const of = (other: Kind): string => this.#value(other, names, depth - 1);
    const one = this.#fresh();
    const under = (type: Kind, name: Kind): string =>
      this.#value(type, { ...names, [name]: [...names[name], one] }, depth - 1);
    switch (kind) {
      case 'number':
        return this.#pick([
          `(${of('number')} ${this.#pick(['+', '-', '*', '/', '%'])} ${of('number')})`,
          `(-${of('number')})`,
          `${of('text')}.length`,
          `${of('texts')}.length`,
          `Math.${this.#pick(['floor', 'round', 'abs', 'trunc', 'sign', 'ceil'])}(${of('number')})`,
          `Math.max(${of('number')}, ${of('number')})`,
          `Number(${of('text')})`,
          `parseInt(${of('text')}, 10)`,
          `${of('text')}.indexOf(${of('text')})`,
          `${of('numbers')}.reduce((sum, ${one}) => sum + ${under('number', 'number')}, 0)`,
          `${of('numbers')}.findIndex((${one}) => ${under('truth', 'number')})`,
          `(${of('truth')} ? ${of('number')} : ${of('number')})`,
          `(${of('numbers')}[0] ?? ${of('number')})`,
        ]);
      case 'text':
        return this.#pick([
          `(${of('text')} + ${of('text')})`,
          `(${of('text')} + ${of('number')})`,
          `\`<\${${of('number')}}|\${${of('text')}}>\``,
          `${of('text')}.${this.#pick(['toUpperCase()', 'toLowerCase()', 'trim()', 'trimStart()', 'slice(1)', 'slice(-2)', 'at(0) ?? ""', 'charAt(1)', 'substring(2, 0)', 'repeat(2)', 'padStart(5, "ab")', 'padEnd(4)', 'replace("a", "$&b")', 'replaceAll("a", "bb")'])}`.replace(
            /^(.*) \?\? ""$/s,
            '($1 ?? "")',
          ),
          `${of('texts')}.join(${of('text')})`,
          `String(${of(this.#chance.below(2) === 0 ? 'number' : 'truth')})`,
          `JSON.stringify(${of(this.#chance.below(2) === 0 ? 'texts' : 'numbers')})`,
          `JSON.stringify({ a: ${of('number')}, "b c": [${of('text')}], 2: ${of('truth')} })`,
          `(typeof ${of(this.#chance.below(2) === 0 ? 'number' : 'texts')})`,
          `(${of('truth')} ? ${of('text')} : ${of('text')})`,
          `(${of('text')} || ${of('text')})`,
          `Math.abs(${of('number')} % 1000).toFixed(2)`,
        ]);
      case 'truth':
        return this.#pick([
          `(${of('number')} ${this.#pick(['<', '<=', '>', '>=', '===', '!=='])} ${of('number')})`,
          `(${of('text')} ${this.#pick(['<', '>', '===', '!=='])} ${of('text')})`,
          `(!${of(this.#chance.below(2) === 0 ? 'truth' : 'text')})`,
          `(${of('truth')} && ${of('truth')})`,
          `(${of('truth')} || ${of('truth')})`,
          `${of('text')}.${this.#pick(['includes', 'startsWith', 'endsWith'])}(${of('text')})`,
          `${of('texts')}.includes(${of('text')})`,
          `${of('numbers')}.${this.#pick(['some', 'every'])}((${one}) => ${under('truth', 'number')})`,
          `Array.isArray(${of(this.#chance.below(2) === 0 ? 'numbers' : 'text')})`,
        ]);
      case 'numbers':
        return this.#pick([
          `[${of('number')}, ${of('number')}]`,
          `[...${of('numbers')}, ${of('number')}].slice(0, 12)`,
          `${of('numbers')}.map((${one}) => ${under('number', 'number')})`,
          `${of('numbers')}.filter((${one}) => ${under('truth', 'number')})`,
          `[...${of('numbers')}].reverse()`,
          `[...${of('numbers')}].sort((a, b) => a < b ? -1 : a > b ? 1 : 0)`,
          `${of('texts')}.map((${one}) => ${under('number', 'text')})`,
          `${of('numbers')}.slice(1)`,
          `${of('numbers')}.concat(${of('numbers')}).slice(0, 12)`,
        ]);
      default:
        return this.#pick([
          `[${of('text')}, ${of('text')}]`,
          `${of('text')}.split(${this.#pick(['","', '""', '"a"'])})`,
          `${of('texts')}.map((${one}) => ${under('text', 'text')})`,
          `${of('texts')}.filter((${one}) => ${under('truth', 'text')})`,
          `[...${of('texts')}].sort()`,
          `${of('texts')}.flatMap((${one}) => [${one}, ${under('text', 'text')}]).slice(0, 12)`,
          `Object.keys({ b: 1, 10: 2, a: 3, 9: ${of('number')} })`,
          `${of('texts')}.slice(-2)`,
        ]);
    }
  }

  #plain(kind: Kind): string {
    if (kind === 'number') return `(${this.#chance.pick(numbers)})`;
    if (kind === 'text') return this.#chance.pick(texts);
    if (kind === 'truth') return this.#chance.pick(['true', 'false']);
    return kind === 'numbers'
      ? this.#chance.pick(['[]', '[1, 2, 3]', '[0.5, -1]'])
      : this.#chance.pick(['[]', '["a", "b"]', '["10", "9"]']);
  }
}
