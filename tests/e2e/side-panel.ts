import type { Browser, CDPSession } from 'playwright-core';
import { z } from 'zod';
import { extensionId } from '../../shared/extension-id.ts';
import type { Display, Point } from './display.ts';
import { until } from './rig.ts';

// The side panel on a display, handled as a person does: every press, word and turn of the wheel is the display's. A
// line to the panel's document, from a world of its own, only tells where a thing stands and what is written there.

const Spot = z.strictObject({
  /** Middle of the element, in the panel's own coordinates. */
  x: z.number(),
  y: z.number(),
  /** Nothing lies over its middle. */
  free: z.boolean(),
  view: z.strictObject({ width: z.number(), height: z.number() }),
  /** Where the panel's upper left corner is on the display, as the last movement of the mouse over it told. */
  corner: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  /** What the mouse is over lies in the element. */
  under: z.boolean(),
});
type Spot = z.infer<typeof Spot>;

const Reply = z.looseObject({
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const Evaluated = z.looseObject({
  result: z.looseObject({ value: z.unknown() }),
  exceptionDetails: z.unknown().optional(),
});
const FrameTree = z.looseObject({
  frameTree: z.looseObject({ frame: z.looseObject({ id: z.string() }) }),
});
const World = z.looseObject({ executionContextId: z.int() });

const showMs = 20_000;
const answerMs = 10_000;
const aimsMax = 30;
const tabsMax = 60;
const panelPath = '/sidepanel.html';
/** A spot over the panel in a window that fills the display. */
const overPanel: Point = { x: 1090, y: 560 };

/** Runs in the panel. The first element that is drawn, fits the selector and has the text in it. */
const eyes = `
  let corner = null, under = null;
  addEventListener('mousemove', (event) => {
    corner = { x: event.screenX - event.clientX, y: event.screenY - event.clientY };
    under = event.target;
  }, { capture: true, passive: true });
  const find = (css, text) => [...document.querySelectorAll(css)].find((element) =>
    element.getClientRects().length > 0 && (text === null || element.textContent.includes(text)));
  globalThis.look = {
    spot(css, text) {
      const element = find(css, text);
      if (element === undefined) return null;
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      const top = document.elementFromPoint(x, y);
      return { x, y, free: top !== null && element.contains(top), corner, under: under !== null && element.contains(under),
        view: { width: innerWidth, height: innerHeight } };
    },
    text: (css, text) => find(css, text)?.innerText ?? null,
    focused: (css, text) => { const found = find(css, text); return found !== undefined && found === document.activeElement; },
    facts: () => ({ dark: matchMedia('(prefers-color-scheme: dark)').matches, width: innerWidth,
      overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth }),
  };`;

export class SidePanel {
  readonly #display: Display;
  readonly #session: CDPSession;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  #world: number | undefined;
  #asked = 0;

  private constructor(display: Display, session: CDPSession, sessionId: string) {
    this.#display = display;
    this.#session = session;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const reply = Reply.parse(JSON.parse(message));
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /** Opens the panel by its key. The browser's window must have the focus. */
  static async open(display: Display, browser: Browser): Promise<SidePanel> {
    const session = await browser.newBrowserCDPSession();
    await display.press('alt+shift+l');
    let targetId: string | undefined;
    await until('the panel to open', showMs, async () => {
      const { targetInfos } = await session.send('Target.getTargets');
      const address = `chrome-extension://${extensionId}${panelPath}`;
      targetId = targetInfos.find(({ url }) => url === address)?.targetId;
      return targetId !== undefined;
    });
    if (targetId === undefined) throw new Error('the panel has no target');
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const panel = new SidePanel(display, session, sessionId);
    const { frameTree } = FrameTree.parse(await panel.#ask('Page.getFrameTree', {}));
    const made = await panel.#ask('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    panel.#world = World.parse(made).executionContextId;
    await panel.#evaluate(eyes);
    return panel;
  }

  /** Waits until the panel shows an element; gives its words. */
  async shows(css: string, text: string | null = null, timeoutMs: number = showMs): Promise<string> {
    let told: string | null = null;
    await until(`the panel to show ${described(css, text)}`, timeoutMs, async () => {
      told = await this.text(css, text);
      return told !== null;
    }).catch(async (error: unknown) => {
      const instead = await this.text('body');
      throw new Error(`${error instanceof Error ? error.message : error}; it shows:\n${instead}`);
    });
    return told ?? '';
  }

  /** Waits until an element is in sight as the panel stands, with nothing over it. */
  async hasInSight(css: string, text: string | null = null): Promise<void> {
    const what = `${described(css, text)} to be in sight`;
    await until(what, showMs, async () => (await this.#spot(css, text))?.free === true);
  }

  /** Waits until no such element is drawn. */
  async hides(css: string, text: string | null = null): Promise<void> {
    await until(`${described(css, text)} to go`, showMs, async () => (await this.text(css, text)) === null);
  }

  async text(css: string, text: string | null = null): Promise<string | null> {
    return z
      .string()
      .nullable()
      .parse(await this.#look('text', css, text));
  }

  async facts(): Promise<Readonly<{ dark: boolean; width: number; overflows: boolean }>> {
    const Facts = z.strictObject({ dark: z.boolean(), width: z.number(), overflows: z.boolean() });
    return Facts.parse(await this.#evaluate('look.facts()'));
  }

  /** Moves the mouse onto an element, turning the wheel until it is in sight. */
  async pointAt(css: string, text: string | null = null): Promise<void> {
    await this.shows(css, text);
    for (let aims = 0; aims < aimsMax; aims += 1) {
      const spot = await this.#spot(css, text);
      if (spot === null || spot.corner === null) {
        await this.#display.moveTo({ x: overPanel.x + (aims % 2), y: overPanel.y });
      } else if (!spot.free) {
        await this.#display.moveTo(overPanel);
        await this.#display.wheel(spot.y > spot.view.height / 2 ? 2 : -2);
      } else {
        const { corner } = spot;
        await this.#display.moveTo({ x: corner.x + spot.x, y: corner.y + spot.y });
        if (await this.#arrived(css, text, spot)) return;
      }
    }
    throw new Error(`the mouse did not come to ${described(css, text)}`);
  }

  /** Points and presses. */
  async click(css: string, text: string | null = null): Promise<void> {
    await this.pointAt(css, text);
    await this.#display.click();
  }

  /** Goes to an element by Tab alone. */
  async tabTo(css: string, text: string | null = null): Promise<void> {
    await this.shows(css, text);
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (await this.isFocused(css, text)) return;
      await this.#display.press('Tab');
    }
    throw new Error(`Tab did not come to ${described(css, text)}`);
  }

  async isFocused(css: string, text: string | null = null): Promise<boolean> {
    return z.boolean().parse(await this.#look('focused', css, text));
  }

  /** The mouse is over it, and it has not moved away meanwhile. */
  async #arrived(css: string, text: string | null, aimed: Spot): Promise<boolean> {
    const lookMs = 500;
    const end = Date.now() + lookMs;
    while (Date.now() < end) {
      const now = await this.#spot(css, text);
      if (now === null || now.x !== aimed.x || now.y !== aimed.y || !now.free) return false;
      if (now.under && now.corner?.x === aimed.corner?.x && now.corner?.y === aimed.corner?.y) return true;
    }
    return false;
  }

  async #spot(css: string, text: string | null): Promise<Spot | null> {
    return Spot.nullable().parse(await this.#look('spot', css, text));
  }

  #look(what: 'spot' | 'text' | 'focused', css: string, text: string | null): Promise<unknown> {
    return this.#evaluate(`look.${what}(${JSON.stringify(css)}, ${JSON.stringify(text)})`);
  }

  async #evaluate(expression: string): Promise<unknown> {
    const asked = { expression, contextId: this.#world, returnByValue: true };
    const { result, exceptionDetails } = Evaluated.parse(await this.#ask('Runtime.evaluate', asked));
    if (exceptionDetails !== undefined) throw new Error(`in the panel: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const replied = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      setTimeout(reject, answerMs, new Error(`no answer from the panel to ${method}`)).unref();
    });
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { result, error } = Reply.parse(await replied);
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
}

function described(css: string, text: string | null): string {
  return text === null ? css : `${css} with "${text}"`;
}
