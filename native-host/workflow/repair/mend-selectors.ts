import { raise } from '../../../shared/faults.ts';
import type { Fingerprint, Repair } from '../../../shared/fingerprint.ts';
import { tools } from '../../../shared/tools/index.ts';
import { type SelectorPlace, selectorPlaces, withOneSelector } from '../selector-places.ts';
import { chooseCandidate } from './choose-candidate.ts';
import { lastingSelector } from './lasting-selector.ts';
import { lookAtPage, type PageLook, type Read } from './look-at-page.ts';
import { elementsOf, wordsOf } from './read-elements.ts';

/** A selector of a step that can be mended: by further choices, or by what it is remembered by. */
export type Tracked = SelectorPlace & { readonly print: Fingerprint | null };

export type MendMeans = {
  readonly stepId: string;
  readonly tracked: readonly Tracked[];
  /** What was mended so far in this run, by step and place. */
  readonly mended: Map<string, string>;
  readonly read: Read;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly repaired: (repair: Repair) => void;
  readonly note: (text: string) => void;
};

/** How long the template's own selector has before others are looked for, and how long the page has to come to rest. */
const patienceMs = 1500;
const loadMs = 3000;
/** Between the two looks that must agree, and between two tries at one selector. */
const betweenLooksMs = 300;
const betweenTriesMs = 1500;
const triesMax = 8;
const strayedLooksMax = 2;

/** Mends the selectors of one step. What it finds is used for that step alone, and told. */
export class SelectorMender {
  readonly #means: MendMeans;
  readonly #tried = new Map<string, { readonly times: number; readonly at: number }>();
  readonly #told = new Set<string>();

  /** Why the last selector that was not found may be there all the same; null when nothing speaks for it. */
  doubt: string | null = null;

  constructor(means: MendMeans) {
    this.#means = means;
  }

  /** The call's arguments with every mended selector in its place. */
  current(tool: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#replace(tool, args, (one) => this.#means.mended.get(this.#key(one)) ?? null);
  }

  /** Before an act: each tracked selector is there and means one thing, or is mended if it can be. */
  async ready(tool: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const found = new Map<string, string>();
    for (const { one, selector } of this.#inArgs(tool, this.current(tool, args), args)) {
      const seen = await this.#means.read('wait', { selector, state: 'visible', timeout_ms: patienceMs });
      const strayed = seen.ok && (await this.#strayed(one, selector));
      if (seen.ok && !strayed) continue;
      const instead = await (strayed ? this.#patiently(one) : this.#mend(one, false));
      if (instead !== null) found.set(this.#key(one), instead);
      else if (strayed && (tool === 'download' || one.print?.form?.method === 'post')) {
        raise(
          'not-actionable',
          `What ${selector} names is not what it was when the template was recorded: it leads or sends elsewhere.`,
          'Look at the page; if it is right, record the template anew with "localagent template record".',
        );
      }
    }
    const { mended } = this.#means;
    return this.#replace(
      tool,
      args,
      (one) => found.get(this.#key(one)) ?? mended.get(this.#key(one)) ?? null,
    );
  }

  /** Whether what a read found does something else than what is remembered of it. */
  async strayed(tool: string, args: Readonly<Record<string, unknown>>): Promise<boolean> {
    for (const { one, selector } of this.#inArgs(tool, this.current(tool, args), args)) {
      if (await this.#strayed(one, selector)) return true;
    }
    return false;
  }

  /** After a read that found nothing: other arguments to read with, or null. */
  async other(
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | null> {
    const found = new Map<string, string>();
    this.doubt = null;
    for (const { one } of this.#inArgs(tool, args, args)) {
      const instead = await this.#mend(one, false);
      if (instead !== null) found.set(this.#key(one), instead);
    }
    if (found.size === 0) return null;
    return this.#replace(tool, args, (one) => found.get(this.#key(one)) ?? null);
  }

  #key({ place }: Tracked): string {
    return `${this.#means.stepId}.${place}`;
  }

  // A pattern's calls hold the step's selectors at other places, so they are known by their text.
  #inArgs(
    tool: string,
    current: Readonly<Record<string, unknown>>,
    original: Readonly<Record<string, unknown>>,
  ): readonly { readonly one: Tracked; readonly selector: string }[] {
    const declaration = tools.get(tool);
    if (declaration === undefined) return [];
    const now = selectorPlaces(declaration, current);
    return selectorPlaces(declaration, original).flatMap(({ choices: [was = ''] }, index) => {
      const one = this.#trackedBy(was);
      return one === null ? [] : [{ one, selector: now[index]?.choices[0] ?? was }];
    });
  }

  #trackedBy(selector: string): Tracked | null {
    const { tracked, mended } = this.#means;
    return (
      tracked.find((one) => one.choices[0] === selector || mended.get(this.#key(one)) === selector) ?? null
    );
  }

  #replace(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    insteadOf: (one: Tracked) => string | null,
  ): Record<string, unknown> {
    const declaration = tools.get(tool);
    if (declaration === undefined) return { ...args };
    const instead = new Map<string, string>();
    for (const { place, choices } of selectorPlaces(declaration, args)) {
      const one = this.#trackedBy(choices[0] ?? '');
      const other = one === null ? null : insteadOf(one);
      if (other !== null) instead.set(place, other);
    }
    return withOneSelector(declaration, args, instead);
  }

  // The selector means one thing, and by what is remembered of it that does something else than it did.
  async #strayed({ print }: Tracked, selector: string): Promise<boolean> {
    if (print === null || (print.leads_to === undefined && print.form === undefined)) return false;
    const seen = await elementsOf(this.#means.read, selector);
    const forms = await elementsOf(this.#means.read, `${selector} >> xpath=ancestor::form`);
    if (seen === null || forms === null || seen.elements.length !== 1) return false;
    return seen.doesOtherThan(print, forms.elements[0] ?? null);
  }

  // What is looked for may still be on its way, while what only looks like it is there.
  async #patiently(one: Tracked): Promise<string | null> {
    for (let look = 0; look < strayedLooksMax; look += 1) {
      const found = await this.#mend(one, true);
      if (found !== null) return found;
      await this.#means.pause(betweenTriesMs);
    }
    return null;
  }

  async #mend(one: Tracked, isThere: boolean): Promise<string | null> {
    const key = this.#key(one);
    const { now } = this.#means;
    const before = this.#tried.get(key) ?? { times: 0, at: Number.NEGATIVE_INFINITY };
    if (before.times >= triesMax || now() - before.at < betweenTriesMs) return null;
    const found = (isThere ? null : await this.#alternate(one)) ?? (await this.#rematch(one, isThere));
    this.#tried.set(key, { times: before.times + 1, at: now() });
    if (found === null) return null;
    // A ref means an element of this one document.
    if (!found.now.startsWith('ref=')) this.#means.mended.set(key, found.now);
    if (!this.#told.has(found.now)) this.#means.repaired(found);
    this.#told.add(found.now);
    return found.now;
  }

  async #alternate(one: Tracked): Promise<Repair | null> {
    for (const choice of one.choices.slice(1)) {
      const seen = await elementsOf(this.#means.read, choice);
      const [only, ...more] = seen?.elements ?? [];
      if (only === undefined || more.length > 0) continue;
      const evidence = ['the template names it as a further choice'];
      return this.#repair(one, { now: choice, how: 'alternate', target: wordsOf(only), evidence });
    }
    return null;
  }

  async #rematch(one: Tracked, isThere: boolean): Promise<Repair | null> {
    if (one.print === null) return null;
    await this.#means.read('wait', { load: true, timeout_ms: loadMs });
    const first = await this.#look();
    if (first === null) return null;
    const choice = chooseCandidate(one.print, first);
    if (choice.found === null) {
      if (!isThere) this.#say(one, choice.why);
      if (choice.doubt) this.doubt = `${one.choices[0]} was not found, and ${choice.why}`;
      return null;
    }
    // What is found must still be what is found when the page has had time to bring the rest.
    await this.#means.pause(betweenLooksMs);
    const second = await this.#look();
    const again = second === null ? null : chooseCandidate(one.print, second);
    if (again?.found?.ref !== choice.found.ref) return null;
    const now = await lastingSelector(this.#means.read, choice.found);
    const target = wordsOf(choice.found);
    return this.#repair(one, { now, how: 'rematched', target, evidence: [...choice.evidence] });
  }

  #repair(one: Tracked, found: Pick<Repair, 'now' | 'how' | 'target' | 'evidence'>): Repair {
    return { step_id: this.#means.stepId, place: one.place, was: one.choices[0] ?? '', ...found };
  }

  #say(one: Tracked, why: string): void {
    const text = `${one.choices[0]} was not found, and ${why}.`;
    if (!this.#told.has(text)) this.#means.note(text);
    this.#told.add(text);
  }

  async #look(): Promise<PageLook | null> {
    const seen = await lookAtPage(this.#means.read);
    return seen.ok ? seen.value : null;
  }
}
