import type { Tools } from '../tools.ts';
import { ToolFault } from '../tools.ts';

// What policies look at, in their own short words.

export type Seen = Awaited<ReturnType<Tools['get_elements']>>['elements'][number];
export type Point = { readonly x: number; readonly y: number };

/** Every element that a selector means, at most 500. */
export async function all(tools: Tools, selector: string, styles: string[] = []): Promise<readonly Seen[]> {
  return (await tools.get_elements({ selector, styles, max: 500 })).elements;
}

export async function shown(tools: Tools, selector: string, styles: string[] = []): Promise<readonly Seen[]> {
  return (await tools.get_elements({ selector, styles, max: 500, visible_only: true })).elements;
}

export async function one(tools: Tools, selector: string, styles: string[] = []): Promise<Seen> {
  return must((await all(tools, selector, styles))[0], selector);
}

export async function textOf(tools: Tools, selector: string): Promise<string> {
  return (await one(tools, selector)).text;
}

export function must<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}

/** The texts between double quotation marks. */
export function quoted(utterance: string): readonly string[] {
  return [...utterance.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? '');
}

export function group(utterance: string, pattern: RegExp, at = 1): string {
  return must(pattern.exec(utterance)?.[at], `${pattern} in "${utterance}"`);
}

export async function clickOn(tools: Tools, element: Seen): Promise<void> {
  await tools.click({ selector: element.ref });
}

/** Clicks the first of the elements that says exactly this. */
export async function clickText(tools: Tools, selector: string, text: string): Promise<void> {
  const found = (await shown(tools, selector)).find((element) => same(element.text, text));
  await clickOn(tools, must(found, `"${text}" in ${selector}`));
}

export function same(one: string, other: string): boolean {
  return one.trim() === other.replace(/\s+/g, ' ').trim();
}

export async function submit(tools: Tools, selector = '#subbtn'): Promise<void> {
  await tools.click({ selector });
}

export async function fill(tools: Tools, selector: string, value: string): Promise<void> {
  await tools.fill({ selector, value });
}

/** Presses a key several times. */
export async function press(tools: Tools, key: string, times: number, selector?: string): Promise<void> {
  for (let time = 0; time < times; time++)
    await tools.press_key(selector === undefined ? { key } : { key, selector });
}

/** True when the call went through, false when the tool refused it. */
export async function works(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ToolFault) return false;
    throw error;
  }
}

export function centre({ box }: Seen): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const patienceMs = 5_000;

/** Looks again until something holds; pages move by themselves for a moment. */
export async function eventually<T>(look: () => Promise<T | null | undefined>): Promise<T> {
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
  }
  throw new Error('what was waited for did not come');
}

export const ordinal = (word: string): number => Number.parseInt(word, 10) - 1;
