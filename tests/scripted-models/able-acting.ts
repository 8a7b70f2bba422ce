import { begin, wasOpened } from './able-research.ts';
import type { Proposal } from './proposal.ts';
import type { ShownControl, ShownLink, ShownPage, Situation } from './read-prompt.ts';
import type { Step, Understanding } from './understanding.ts';
import { overlap, sentencesOf } from './words.ts';

const nextWords = /^(next|continue)\b/i;

/** A turn of doing. The step that it is at stands in its own earlier answers. */
export function act(situation: Situation, understood: Understanding): Proposal {
  const steps = understood.steps ?? [];
  const page = situation.pages.at(-1);
  if (page === undefined)
    return situation.links.size > 0 ? openBest(situation) : begin(situation, understood);
  const at = stepsDone(situation);
  const failures = situation.own.slice(-2).filter(({ failed }) => failed);
  if (failures.length === 2) {
    const missing = understood.wants.map((_, index) => index + 1);
    return { found: [], action: 'FINISH', why: 'It cannot be done.', missing };
  }
  return perform(situation, understood, page, steps, at);
}

function perform(
  situation: Situation,
  understood: Understanding,
  page: ShownPage,
  steps: readonly Step[],
  at: number,
): Proposal {
  const step = steps[at];
  const why = (what: string): string => `Step ${at + 1} of ${steps.length}: ${what}.`;
  if (step === undefined) return { found: [], action: 'FINISH', why: 'All of it is done.' };
  switch (step.do) {
    case 'choose':
      return choose(situation, understood, page, steps, at);
    case 'confirm': {
      const text = saying(page, step.says);
      if (text === null) return refresh(situation, page, why(`look for the confirmation`));
      const rest = steps.slice(at + 1);
      const found = [{ text, items: [step.item] }];
      if (rest.length === 0) return { found, action: 'FINISH', why: why('it is confirmed') };
      const next = perform(situation, understood, page, steps, at + 1);
      return { ...next, found: [...found, ...next.found] };
    }
    case 'follow': {
      const link = named(page.links, step.link, situation);
      return link === null
        ? lost(situation)
        : { found: [], action: 'NAVIGATE', why: why('open it'), link: link.n };
    }
    case 'download': {
      const link = page.links.find(({ text }) => step.link.test(text));
      return link === undefined
        ? lost(situation)
        : { found: [], action: 'DOWNLOAD', why: why('save it'), link: link.n };
    }
    default:
      return onControl(situation, page, step, why);
  }
}

function onControl(
  situation: Situation,
  page: ShownPage,
  step: Extract<Step, { readonly do: 'fill' | 'select' | 'click' }>,
  why: (what: string) => string,
): Proposal {
  const controls = controlsNow(situation, page);
  if (step.do === 'click') {
    const chosen = chosenIn(situation)?.name ?? '';
    const name = step.name.replace('{name}', chosen).toLowerCase();
    const control = controls.find(
      (one) => /button|link/.test(one.role) && one.name.toLowerCase().includes(name),
    );
    if (control !== undefined)
      return { found: [], action: 'CLICK', why: why(`press ${control.name}`), control: control.n };
    return backToChosen(situation, page, why('go back to it')) ?? lost(situation);
  }
  const control = controls.find((one) => step.label.test(one.name) && !/button|link/.test(one.role));
  if (control === undefined) return lost(situation);
  if (step.do === 'fill') {
    return {
      found: [],
      action: 'FILL',
      why: why(`fill ${control.name}`),
      control: control.n,
      value: step.value,
    };
  }
  const option = control.options.find((one) => step.option.test(one)) ?? '';
  return { found: [], action: 'SELECT', why: why(`choose ${option}`), control: control.n, value: option };
}

/** Controls keep their numbers; after an act only those that changed are shown again. */
function controlsNow({ pages }: Situation, page: ShownPage): readonly ShownControl[] {
  const same = pages.filter(({ url }) => url === page.url);
  const whole = same.findLastIndex(({ changes }) => !changes);
  const known = new Map(
    same.slice(Math.max(0, whole)).flatMap(({ controls }) => controls.map((one) => [one.n, one])),
  );
  return [...known.values()];
}

function stepsDone({ own }: Situation): number {
  const done = own.flatMap(({ why, sentBack, failed }) => {
    const at = /^Step (\d+) of \d+/.exec(why)?.[1];
    return at === undefined || sentBack || failed || /^Step \d+ of \d+: (look|go back|go on)/.test(why)
      ? []
      : [Number(at)];
  });
  return Math.max(0, ...done);
}

type Offer = { readonly name: string; readonly price: number; readonly url: string; readonly text: string };
const chosenWords = /the cheapest is (.+?) at /;

function choose(
  situation: Situation,
  understood: Understanding,
  page: ShownPage,
  steps: readonly Step[],
  at: number,
): Proposal {
  const step = steps[at];
  if (step?.do !== 'choose') throw new Error('not a step that chooses');
  const next = page.links.find(({ text }) => nextWords.test(text));
  if (next !== undefined && !wasOpened(situation, next)) {
    return {
      found: [],
      action: 'NAVIGATE',
      why: `Step ${at + 1} of ${steps.length}: go on to the next page.`,
      link: next.n,
    };
  }
  const offers = situation.pages.flatMap((one) => offersOn(one, step.lines));
  const cheapest = offers.toSorted((a, b) => a.price - b.price)[0];
  if (cheapest === undefined) return lost(situation);
  const chosen = `the cheapest is ${cheapest.name} at ${cheapest.price}`;
  const found = [{ text: cheapest.text, items: [1] }];
  if (cheapest.url !== page.url) {
    const why = `Step ${at + 1} of ${steps.length}: ${chosen}, open its page.`;
    return { found, action: 'NAVIGATE', why, url: cheapest.url };
  }
  const own = {
    action: 'NOTE',
    why: chosen,
    link: null,
    url: '',
    query: '',
    part: null,
    table: null,
    found: [],
    sentBack: false,
    failed: false,
  };
  const proposal = perform({ ...situation, own: [...situation.own, own] }, understood, page, steps, at + 1);
  return {
    ...proposal,
    found: [...found, ...proposal.found],
    why: `${proposal.why.replace(/\.$/, '')}; ${chosen}.`,
  };
}

function offersOn({ text, url }: ShownPage, lines: RegExp): readonly Offer[] {
  return sentencesOf(text).flatMap((line) => {
    const groups = lines.exec(line)?.groups;
    if (groups === undefined) return [];
    return [{ name: groups['name'] ?? '', price: Number(groups['price']), url, text: line }];
  });
}

function chosenIn({ own }: Situation): { readonly name: string } | null {
  const why = own.findLast((one) => chosenWords.test(one.why))?.why ?? '';
  const name = chosenWords.exec(why)?.[1];
  return name === undefined ? null : { name };
}

function backToChosen(situation: Situation, page: ShownPage, why: string): Proposal | null {
  const name = chosenIn(situation)?.name;
  const origin = situation.pages.find((one) => name !== undefined && one.text.includes(name));
  if (origin === undefined || origin.url === page.url) return null;
  return { found: [], action: 'NAVIGATE', why, url: origin.url };
}

function saying({ text }: ShownPage, says: RegExp): string | null {
  return sentencesOf(text).find((sentence) => says.test(sentence)) ?? null;
}

/** Looks at the page anew, once; after that there is nothing to wait for. */
function refresh(situation: Situation, page: ShownPage, why: string): Proposal {
  const again = situation.own.at(-1)?.why === why;
  return again ? lost(situation) : { found: [], action: 'NAVIGATE', why, url: page.url };
}

function named(links: readonly ShownLink[], template: string, situation: Situation): ShownLink | null {
  const name = template.replace('{name}', chosenIn(situation)?.name ?? '').toLowerCase();
  return links.find(({ text }) => text.toLowerCase().includes(name)) ?? null;
}

function openBest({ links, objective, own }: Situation): Proposal {
  const free = [...links.values()].filter(
    ({ kind, n }) => kind === 'result' && !own.some((one) => one.link === n),
  );
  const score = ({ text, snippet }: ShownLink): number =>
    overlap(text, objective) * 2 + overlap(snippet, objective);
  const top = free.toSorted((a, b) => score(b) - score(a))[0];
  if (top === undefined)
    return { found: [], action: 'FINISH', why: 'No page for it was found.', missing: [1] };
  return { found: [], action: 'NAVIGATE', why: 'This seems to be the place.', link: top.n };
}

/** What it needs is not here: another result, or the end. */
function lost(situation: Situation): Proposal {
  return openBest(situation);
}
