import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: the tools of filling do through the real door (client, authority, relay, extension, Chromium) what only it has:
// frames of other sites, closed shadow roots, hidden tabs, the clipboard, and the rules.

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>T</title>${body}`;

const form =
  page(`<closed-field></closed-field><select id="s"><option>One<option>Two</select><input id="a" value="old">
  <div style="height:2000px"></div><p id="far">Far</p><script>
    customElements.define('closed-field', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<label>Inside <input></label>';
      root.querySelector('input').oninput = (e) => { document.title = e.target.value; }; } });
  </script>`);

const board = page(`<div id="card" draggable="true" style="width:80px;height:30px;background:teal">Card</div>
  <div id="done" style="width:200px;height:80px;background:#ddd">Done</div><p id="log"></p><script>
    card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'seven');
    done.ondragover = (e) => e.preventDefault();
    done.ondrop = (e) => { log.textContent = e.dataTransfer.getData('text/plain'); done.append(card); };
  </script>`);

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await serveSite({
    '/form': form,
    '/board': board,
    '/framed': page('<p>Frame</p><iframe src="{other}/board" width="400" height="260"></iframe>'),
  });
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  rig = await startRig({
    policy: () =>
      [
        'version: 1',
        `read: { mode: allow-list, resources: ${sites} }`,
        `write: { mode: allow-list, resources: ${sites} }`,
        'delete:',
        '  mode: deny-all',
        '  tools:',
        `    clear: { mode: allow-list, resources: ${sites} }`,
        'admin:',
        '  mode: deny-all',
        '  tools:',
        `    read_clipboard: { mode: allow-list, resources: ${sites} }`,
        `    write_clipboard: { mode: allow-list, resources: ${sites} }`,
        '',
      ].join('\n'),
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

async function use(tool: string, args: Readonly<Record<string, unknown>>) {
  const { receipt, result } = await client.call(tool, args);
  expect({ tool, args, fault: receipt.fault }).toEqual({ tool, args, fault: null });
  return { ...result };
}

const open = (path: string) => use('navigate', { url: `${site.origin}${path}` });

const activePages = async () => {
  const { pages } = await use('list_pages', {});
  return Array.isArray(pages) ? pages.map(({ page, active }) => [page, active]) : [];
};

test('a closed shadow root, a choice and a field are filled, chosen and emptied in a hidden tab', async () => {
  const { page: own } = await open('/form');
  expect(await activePages()).toContainEqual([own, false]);
  const inside = await use('fill', { selector: 'label=Inside', value: 'Åse' });
  expect(inside).toMatchObject({ title: 'Åse', fields: [{ value: 'Åse', matches: true }] });
  expect(await use('fill', { selector: 'closed-field', value: 'whole' })).toMatchObject({ title: 'whole' });
  expect(await use('select_option', { selector: '#s', values: 'Two' })).toMatchObject({ labels: ['Two'] });
  expect(await use('clear', { selector: '#a' })).toMatchObject({ value: '', empty: true });
  expect(await use('scroll', { selector: '#far' })).toMatchObject({ in_view: true });
  expect(await use('press_key', { selector: '#a', key: 'Tab' })).toMatchObject({ delivered: true });
});

test('a card is dragged to its place in a frame of another site', async () => {
  await open('/framed');
  const dragged = await use('drag', { selector: 'frame=iframe >> #card', to: 'frame=iframe >> #done' });
  expect(dragged).toMatchObject({ delivered: true, kind: 'native', dropped: true });
  expect(await use('get_text', { selector: 'frame=iframe >> #log' })).toMatchObject({ text: 'seven' });
});

test('the clipboard is written and read where the rules name it, and the tab in front stays in front', async () => {
  await open('/form');
  const before = await activePages();
  const text = 'one\ntwo 😀 é';
  expect(await use('write_clipboard', { text })).toMatchObject({ characters: text.length, matches: true });
  expect(await use('read_clipboard', {})).toMatchObject({ text, characters: text.length });
  expect(await activePages()).toEqual(before);
  await rig.setPolicy(() => 'version: 1\nread: { mode: allow-all }\nadmin: { mode: deny-all }\n');
  for (const [tool, args] of [
    ['read_clipboard', {}],
    ['write_clipboard', { text: 'x' }],
  ] as const) {
    expect((await client.call(tool, args)).receipt.fault?.code).toBe('denied');
  }
});
