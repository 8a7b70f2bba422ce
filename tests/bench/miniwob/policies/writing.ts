import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import {
  all,
  clickOn,
  eventually,
  fill,
  group,
  must,
  one,
  press,
  quoted,
  shown,
  submit,
  textOf,
  works,
} from './look.ts';

const enterQuoted: Policy = async (utterance, tools) => {
  await fill(tools, '#tt', must(quoted(utterance)[0], 'text'));
  await submit(tools);
};

const enterInCase: Policy = async (utterance, tools) => {
  const text = must(quoted(utterance)[0], 'text');
  await fill(tools, '#tt', utterance.includes('upper case') ? text.toUpperCase() : text.toLowerCase());
  await submit(tools);
};

const enterDate: Policy = async (utterance, tools) => {
  const [month, day, year] = group(utterance, /(\d+\/\d+\/\d+)/).split('/');
  await fill(tools, '#tt', `${year}-${month}-${day}`);
  await submit(tools);
};

const enterTime: Policy = async (utterance, tools) => {
  const [, hours, minutes, half] = must(/(\d+):(\d+)\s*([AP])M/.exec(utterance), 'time');
  const hour = (Number(hours) % 12) + (half === 'P' ? 12 : 0);
  await fill(tools, '#tt', `${String(hour).padStart(2, '0')}:${minutes}`);
  await submit(tools);
};

const enterPassword: Policy = async (utterance, tools) => {
  const value = must(quoted(utterance)[0], 'password');
  await tools.fill({ fields: ['#password', '#verify'].map((selector) => ({ selector, value })) });
  await submit(tools);
};

const logIn: Policy = async (utterance, tools) => {
  const [username, password] = quoted(utterance);
  await fillPast(tools, '#username', must(username, 'user name'));
  await fillPast(tools, '#password', must(password, 'password'));
  // The pop-up may have come over a field that was filled before it.
  await fillPast(tools, '#username', must(username, 'user name'));
  await submit(tools);
};

/** Fills, and does it again once the pop-up that came in between is turned down. */
async function fillPast(tools: Tools, selector: string, value: string): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const filled = await works(tools.fill({ selector, value, timeout_ms: 3_000 }));
    const cancel = (await shown(tools, '#popup-cancel'))[0];
    if (cancel !== undefined) await clickOn(tools, cancel);
    else if (filled) return;
  }
}

const nthWord: Policy = async (utterance, tools) => {
  const at = Number.parseInt(group(utterance, /the (\d+)/), 10) - 1;
  const word = must((await textOf(tools, '#area p')).split(/\s+/)[at], 'word');
  await fill(tools, '#answer-input', word.replace(/[^a-zA-Z]/g, ''));
  await submit(tools);
};

const focusNth: Policy = async (utterance, tools) => {
  const at = /(\d)\w\w input/.exec(utterance)?.[1] ?? '1';
  await tools.click({ selector: `#area input >> nth=${Number(at) - 1}` });
};

const copyText: Policy = async (utterance, tools) => {
  const at = /the (\d)\w\w text area/.exec(utterance)?.[1] ?? '1';
  const { value } = await one(tools, `#area textarea >> nth=${Number(at) - 1}`);
  await fill(tools, '#answer-input', must(value, 'text'));
  await submit(tools);
};

const lastWord: Policy = async (_utterance, tools) => {
  const { value } = await one(tools, '#text-area');
  const word = must(value?.trim().split(/\s/).at(-1), 'word');
  await fill(tools, '#answer-input', word.replace(/[^a-zA-Z0-9]/g, ''));
  await submit(tools);
};

const scrollText: Policy = async (utterance, tools) => {
  await tools.scroll({ selector: '#text-area', to: utterance.includes('to the bottom') ? 'bottom' : 'top' });
  await submit(tools);
};

const signAgreement: Policy = async (utterance, tools) => {
  const [name, button] = quoted(utterance);
  if (name === undefined) return void (await tools.click({ selector: '#cancel' }));
  await tools.scroll({ selector: '#text-area', to: 'bottom' });
  await fill(tools, '#name', name);
  await tools.click({ selector: button === 'Agree' ? '#agree' : '#cancel' });
};

const readTable: Policy = async (utterance, tools) => {
  const values = await tableValues(tools);
  await fill(tools, '#tt', must(values.get(group(utterance, /the value of (.*) into/)), 'row'));
  await submit(tools);
};

const readTwice: Policy = async (_utterance, tools) => {
  const values = await tableValues(tools);
  const fields = [];
  for (const at of [1, 2]) {
    const key = (await textOf(tools, `#ll${at}`)).replace(/:$/, '');
    fields.push({ selector: `#tt${at}`, value: must(values.get(key), `row ${key}`) });
  }
  await tools.fill({ fields });
  await submit(tools);
};

/** What the rows of the page's table say, by their first cell. */
async function tableValues(tools: Tools): Promise<ReadonlyMap<string, string>> {
  const cells = await all(tools, '#tab td');
  return new Map(cells.flatMap(({ text }, at) => (at % 2 === 0 ? [[text, cells[at + 1]?.text ?? '']] : [])));
}

const arithmetic: Policy = async (_utterance, tools) => {
  const [, one, sign, other] = must(/(\d+) ([-+x]) (\d+)/.exec(await textOf(tools, '#math-problem')), 'sum');
  const [a, b] = [Number(one), Number(other)];
  await fill(tools, '#math-answer', String(sign === '+' ? a + b : sign === '-' ? a - b : a * b));
  await submit(tools);
};

const algebra: Policy = async (_utterance, tools) => {
  const problem = await textOf(tools, '#math-problem');
  const [, left, sign, right, result] = must(/(\S+) ([-+]) (\S+) = (-?\d+)/.exec(problem), 'equation');
  const known = Number(left === 'x' ? right : left);
  const total = Number(result);
  const answer = sign === '+' ? total - known : left === 'x' ? total + known : known - total;
  await fill(tools, '#math-answer', String(answer));
  await submit(tools);
};

const countBlocks: Policy = async (_utterance, tools) => {
  await fill(tools, '#math-answer', String((await shown(tools, '.addition-block')).length));
  await submit(tools);
};

const readSlanted: Policy = async (_utterance, tools) => {
  const letters = await all(tools, '#captcha span');
  await fill(tools, '#tt', letters.map(({ text }) => text).join(''));
  await submit(tools);
};

const guess: Policy = async (_utterance, tools) => {
  let [low, high] = [0, 9];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    await fill(tools, '#tt', String(middle));
    await submit(tools);
    const told = must((await shown(tools, '#feedback div'))[0], 'feedback').text;
    if (told.includes('higher')) low = middle + 1;
    else if (told.includes('lower')) high = middle - 1;
    else return;
  }
};

const generate: Policy = async (utterance, tools) => {
  const [, way, limit] = /(less|greater) than (\d+)/.exec(utterance) ?? [];
  const fits = (value: number): boolean => {
    if (way === 'less') return value < Number(limit);
    if (way === 'greater') return value > Number(limit);
    return (value % 2 === 1) === utterance.includes('odd');
  };
  for (let turn = 0; turn < 60; turn++) {
    await tools.click({ selector: '#generate' });
    if (fits(Number(await textOf(tools, '#display-number')))) break;
  }
  await submit(tools, '#submit');
};

const spin: Policy = async (utterance, tools) => {
  const value = Number(group(utterance, /Select (-?\d+)/));
  const arrow = value > 0 ? '.ui-spinner-up' : '.ui-spinner-down';
  for (let time = 0; time < Math.abs(value); time++) await tools.click({ selector: arrow });
  await submit(tools);
};

const oddOrEven: Policy = async (_utterance, tools) => {
  for (const [at, { text }] of (await all(tools, '#numbers .display-number')).entries()) {
    const kind = Math.abs(Number(text)) % 2 === 1 ? 'odd' : 'even';
    await tools.click({ selector: `#numbers .row >> nth=${at} >> .${kind}` });
  }
  await submit(tools, '#submit');
};

const fieldKinds: readonly (readonly [RegExp, number])[] = [
  [/^(?:movie )?genre:?$/i, 1],
  [/^director(?: name)?:?$/i, 2],
  [/^(?:year|released date):?$/i, 3],
];

const searchMovies: Policy = async (utterance, tools) => {
  const wanted = must(/for (\w+) movies directed by (.*) from year (\d+)/.exec(utterance), 'wish');
  const labels = await all(tools, '#area span, #area th, #area div');
  const kinds = labels.flatMap(({ text }) => fieldKinds.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  const order = [...new Set(kinds)];
  const inputs = await all(tools, '#area input');
  const fields = inputs.map(({ ref }, at) => ({ selector: ref, value: wanted[order[at] ?? 0] ?? '' }));
  await tools.fill({ fields });
  const buttons = await shown(tools, '#area button, #area div');
  await clickOn(
    tools,
    must(
      buttons.findLast(({ text }) => /^(?:Submit|Search|Go!)$/.test(text)),
      'button',
    ),
  );
};

const terminal: Policy = async (utterance, tools) => {
  const extension = /extension \.(\S+)/.exec(utterance)?.[1] ?? null;
  await tools.click({ selector: '#terminal' });
  await type(tools, 'ls');
  const listed = await eventually(async () => (await all(tools, '.terminal-output')).at(2)?.text || null);
  const files = listed
    .split(' ')
    .filter((name) => (extension === null ? !name.includes('.') : name.endsWith(`.${extension}`)));
  // A name that holds the extension once leaves no doubt which part of it is meant.
  const clear = files.find(
    (name) => extension === null || name.indexOf(extension) === name.length - extension.length,
  );
  await type(tools, `rm ${must(clear ?? files[0], 'such file')}`);
};

async function type(tools: Tools, line: string): Promise<void> {
  for (const character of line) await press(tools, character === ' ' ? 'Space' : character, 1);
  await press(tools, 'Enter', 1);
}

export const writing: Policies = {
  'enter-text': enterQuoted,
  'enter-text-dynamic': enterQuoted,
  'enter-text-2': enterInCase,
  'enter-date': enterDate,
  'enter-time': enterTime,
  'enter-password': enterPassword,
  'login-user': logIn,
  'login-user-popup': logIn,
  'find-word': nthWord,
  'focus-text': focusNth,
  'focus-text-2': focusNth,
  'copy-paste': copyText,
  'copy-paste-2': copyText,
  'scroll-text': lastWord,
  'scroll-text-2': scrollText,
  'sign-agreement': signAgreement,
  'read-table': readTable,
  'read-table-2': readTwice,
  'simple-arithmetic': arithmetic,
  'simple-algebra': algebra,
  'visual-addition': countBlocks,
  'text-transform': readSlanted,
  'guess-number': guess,
  'generate-number': generate,
  'use-spinner': spin,
  'odd-or-even': oddOrEven,
  'multi-layouts': searchMovies,
  'multi-orderings': searchMovies,
  terminal,
};
