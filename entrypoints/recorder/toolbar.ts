// The bar that a recorded page carries. It lives in a closed tree of its own, which the page can neither look into nor press:
// only trusted input counts.

export type Reading = 'read_table' | 'read_text';

const sheetText = `
  :host { all: initial; }
  .bar { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); z-index: 2147483647; display: flex; gap: 6px;
    align-items: center; padding: 8px 8px 8px 14px; border-radius: 999px; background: #1c1d20; color: #f4f4f5;
    font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 8px 30px rgb(0 0 0 / .35); width: max-content; max-width: calc(100vw - 32px); }
  .dot { width: 10px; height: 10px; border-radius: 50%; background: #ff5d52; flex: none; }
  @media (prefers-reduced-motion: no-preference) { .dot { animation: beat 1.6s ease-in-out infinite; } }
  @keyframes beat { 50% { opacity: .35; } }
  p { margin: 0 6px 0 2px; }
  button { all: unset; cursor: pointer; padding: 6px 12px; border-radius: 999px; background: #33353b; white-space: nowrap; }
  button:hover { background: #45474f; }
  button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
  button[aria-pressed=true] { background: #a5a0ff; color: #1c1d20; }
  button.finish { background: #f4f4f5; color: #1c1d20; font-weight: 600; }
  .frame { position: fixed; z-index: 2147483646; pointer-events: none; border: 2px solid #6d63ff; border-radius: 4px;
    background: rgb(109 99 255 / .12); display: none; }`;

const words = {
  recording: 'Recording what you do here',
  read_table: 'Press the table to read',
  read_text: 'Press the text to read',
} as const;

/** Shows the bar; `reading` says what the next press in the page is for. */
export function openToolbar({ onFinish }: { readonly onFinish: () => void }) {
  // No element of a name of its own: a page could define that name, and then look into the tree.
  const host = document.createElement('div');
  host.setAttribute('data-localagent-recorder', '');
  const tree = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sheetText);
  tree.adoptedStyleSheets = [sheet];
  const frame = part('div', 'frame');
  const said = part('p', '');
  said.setAttribute('role', 'status');
  const table = button('Read a table', '');
  const text = button('Read text', '');
  const finish = button('Finish', 'finish');
  const bar = part('div', 'bar');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'LocalAgent recording');
  bar.append(part('span', 'dot'), said, table, text, finish);
  tree.append(frame, bar);
  document.documentElement.append(host);

  let reading: Reading | null = null;
  const choose = (next: Reading | null): void => {
    reading = next;
    table.setAttribute('aria-pressed', String(next === 'read_table'));
    text.setAttribute('aria-pressed', String(next === 'read_text'));
    said.textContent = words[next ?? 'recording'];
    if (next === null) frame.style.display = 'none';
  };
  const onTrusted = (element: HTMLElement, act: () => void): void => {
    element.addEventListener('click', (event) => event.isTrusted && act());
  };
  onTrusted(table, () => choose(reading === 'read_table' ? null : 'read_table'));
  onTrusted(text, () => choose(reading === 'read_text' ? null : 'read_text'));
  onTrusted(finish, onFinish);
  choose(null);

  return {
    get reading(): Reading | null {
      return reading;
    },
    holds: (event: Event): boolean => event.composedPath().includes(host),
    /** Shows what a press would read. */
    point(element: Element | null): void {
      if (element === null) {
        frame.style.display = 'none';
        return;
      }
      const { x, y, width, height } = element.getBoundingClientRect();
      Object.assign(frame.style, {
        display: 'block',
        left: `${x}px`,
        top: `${y}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    },
    say(sentence: string): void {
      said.textContent = sentence;
    },
    /** Back to recording, with a word of what was just taken down. */
    done(sentence: string): void {
      choose(null);
      said.textContent = sentence;
    },
    close: (): void => host.remove(),
  };
}

function part(tag: string, name: string): HTMLElement {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  return element;
}

function button(label: string, name: string): HTMLElement {
  const element = part('button', name);
  element.setAttribute('type', 'button');
  element.textContent = label;
  return element;
}
