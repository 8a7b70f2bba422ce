/** One line for a person: what came out of a step. Text of the page is quoted and cut, never told as ours. */
export function noteOf(tool: string, result: Readonly<Record<string, unknown>>): string {
  const note = notes[tool];
  return note === undefined ? '' : note(result);
}

type Note = (result: Readonly<Record<string, unknown>>) => string;

const textMax = 120;

function cut(value: unknown): string {
  const text = String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text;
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

const notes: Readonly<Record<string, Note>> = {
  ask: ({ answer }) =>
    String(answer).startsWith('secret:')
      ? 'A code was given; it is not written down.'
      : `Answered "${cut(answer)}".`,
  code: (result) =>
    result['result'] === null
      ? 'The script ended.'
      : `The script returned ${cut(JSON.stringify(result['result']))}.`,
  prompt: (result) => {
    const { answer } = result;
    if (answer === null) return 'What it was shown does not say.';
    const lacks = Array.isArray(result['unsupported']) ? result['unsupported'].map(cut) : [];
    const missing =
      lacks.length === 0 ? '' : ` Not taken, as it is not in what was shown: ${lacks.join(', ')}.`;
    return `Answered ${cut(typeof answer === 'string' ? `"${answer}"` : JSON.stringify(answer))}.${missing}`;
  },
  login: (result) => (result['already'] === true ? 'Was signed in already.' : 'Signed in.'),
  search: () => 'Results are shown.',
  select: (result) => `Opened "${cut(result['entry'])}" (results page ${cut(result['page_number'])}).`,
  submit: (result) => {
    if (result['submitted'] !== true) return 'Dismissed; nothing was sent.';
    return result['message'] === '' ? 'Sent.' : `Sent; the page says "${cut(result['message'])}".`;
  },
  navigate: (result) => `At ${cut(result['url'])}.`,
  click: (result) => (result['navigated'] === true ? `Led to ${cut(result['url'])}.` : 'Clicked.'),
  extract_table: (result) =>
    result['row_count'] === 1 ? '1 row read.' : `${cut(result['row_count'])} rows read.`,
  wait: (result) => `Came after ${cut(result['elapsed_ms'])} ms.`,
  download: (result) => `${cut(result['name'])}, ${cut(result['bytes'])} bytes.`,
  find_filed: (result) => (result['found'] === true ? `Is there: ${cut(result['path'])}` : 'Not filed yet.'),
  save_file: (result) => {
    const state = member(result['file'], 'state') === 'already_filed' ? 'Was filed before' : 'Filed';
    const checked = Array.isArray(result['checked']) ? result['checked'].map(cut).join(', ') : '';
    const path = cut(member(result['file'], 'path'));
    return checked === '' ? `${state}: ${path}` : `${state}: ${path} (checked: ${checked})`;
  },
};
