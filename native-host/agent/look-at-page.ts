import { z } from 'zod';
import { failed, ok, type Result } from '../../shared/faults.ts';
import { extractTable } from '../../shared/tools/extract-table.ts';
import { getElements } from '../../shared/tools/get-elements.ts';
import { getText } from '../../shared/tools/get-text.ts';
import type { Use } from './make-call.ts';
import { cutParts } from './page-parts.ts';
import type { Control, PageLook, PageTable } from './state.ts';

// Reads the open page whole, once: text, links, and where something is to be done, controls and tables.

/** Parts of `get_text` that are read, of 6,000 characters each. */
const textPartsMax = 25;
const linksMax = 400;
const controlsMax = 60;
const optionListsMax = 8;
const tablesMax = 4;
/** A page with less text than this and with fields is mostly a form. */
const formTextMax = 500;

export type Wants = { readonly controls: boolean; readonly tables: boolean };

const Text = z.object(getText.output.shape).extend({ url: z.string(), title: z.string() });
const Elements = z.object(getElements.output.shape);
type PageElement = z.infer<typeof Elements>['elements'][number];

export async function lookAtPage(use: Use, wants: Wants): Promise<Result<PageLook>> {
  const first = await readText(use, 1);
  if (!first.ok) return first;
  const texts = [first.value.text];
  for (let part = 2; part <= Math.min(first.value.parts, textPartsMax); part++) {
    const next = await readText(use, part);
    if (!next.ok) break;
    texts.push(next.value.text);
  }
  const { url, title, outline, heading, published, byline } = first.value;
  const head = [heading, byline, published].filter((one) => one !== '' && !texts[0]?.includes(one));
  const whole = [...head, ...texts].join('\n\n');
  const { parts, outline: headings } = cutParts(
    whole,
    outline.map((one) => one.heading),
  );
  const links = await linksOf(use, url);
  const mayBeForm = whole.length < formTextMax;
  const controls = wants.controls || mayBeForm ? await controlsOf(use, url) : [];
  const isForm = controls.some(({ role }) =>
    /textbox|combobox|searchbox|spinbutton|checkbox|radio/.test(role),
  );
  return ok({
    url,
    title: title === '' ? heading : title,
    parts,
    outline: headings,
    links,
    controls: wants.controls || isForm ? controls : [],
    tables: wants.tables ? await tablesOf(use, url) : [],
    cut: first.value.parts > textPartsMax,
  });
}

async function readText(use: Use, part: number): Promise<Result<z.infer<typeof Text>>> {
  const { done } = await use('get_text', { part });
  return done.ok ? ok(Text.parse(done.value)) : failed(done.fault);
}

async function elementsOf(use: Use, selector: string, max: number): Promise<readonly PageElement[]> {
  const { done } = await use('get_elements', { selector, max, visible_only: !selector.endsWith('option') });
  return done.ok ? Elements.parse(done.value).elements : [];
}

async function linksOf(use: Use, from: string): Promise<PageLook['links']> {
  const elements = await elementsOf(use, 'a[href]', linksMax);
  return elements.flatMap(({ name, text, attributes }) => {
    const url = URL.parse(attributes['href'] ?? '', from);
    const words = name === '' ? text : name;
    return url !== null && /^https?:$/.test(url.protocol) ? [{ url: url.href, text: words }] : [];
  });
}

const controlSelector =
  'input:not([type=hidden]), select, textarea, button, [role=button], [role=combobox], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem], [role=option], [contenteditable=true]';

async function controlsOf(use: Use, url: string): Promise<readonly Omit<Control, 'n'>[]> {
  const elements = await elementsOf(use, controlSelector, controlsMax);
  const controls: Omit<Control, 'n'>[] = [];
  let lists = 0;
  for (const element of elements) {
    if (element.attributes['disabled'] !== undefined) continue;
    const hasOptions = element.tag === 'select' && lists < optionListsMax;
    if (hasOptions) lists += 1;
    const options = hasOptions ? await optionsOf(use, element.ref) : [];
    controls.push({ ...controlOf(element), options, url });
  }
  return controls;
}

function controlOf({ ref, role, tag, name, value, checked, text, attributes }: PageElement) {
  const state = checked === null ? value : checked ? 'on' : 'off';
  const named = [name, attributes['placeholder'] ?? '', text].find((one) => one.trim() !== '') ?? '';
  return { ref, role: role === '' ? tag : role, name: named, value: state };
}

async function optionsOf(use: Use, ref: string): Promise<readonly string[]> {
  const elements = await elementsOf(use, `ref=${ref} >> option`, 40);
  const labels = elements.map(({ name, text, attributes }) => [
    name,
    text,
    attributes['label'],
    attributes['value'],
  ]);
  return labels.map((words) => words.find((one) => one !== undefined && one.trim() !== '') ?? '');
}

const Table = z.object(extractTable.output.shape).pick({ caption: true, columns: true, row_count: true });

async function tablesOf(use: Use, url: string): Promise<readonly Omit<PageTable, 'n'>[]> {
  const elements = await elementsOf(use, 'table, [role=table], [role=grid]', tablesMax);
  const tables: Omit<PageTable, 'n'>[] = [];
  for (const { ref } of elements) {
    const { done } = await use('extract_table', { selector: `ref=${ref}`, max_rows: 10 });
    const table = done.ok ? Table.parse(done.value) : null;
    if (table === null || table.row_count === 0) continue;
    tables.push({ ref, caption: table.caption, columns: table.columns, rows: table.row_count, url });
  }
  return tables;
}
