import type { Display, Point } from '../display.ts';

// What the side panel shows, taken as a person would take it: by opening it with its key and copying all of it. Where an
// organisation forbids developer tools nothing else can look into an extension that it has installed.

const tryMs = 250;
/** A panel that shows no word for so long was not opened by the key. */
const keyMs = 6_000;
/** A spot over the panel's left margin, in a window that fills the display; nothing stands there. */
const margin = { x: 919, y: 560 } as const;
/** A spot over the page that is open. */
const page = { x: 400, y: 600 } as const;

/** Opens the side panel and waits until its words fit `wanted`; gives the last ones it saw either way. */
export async function panelWords(display: Display, wanted: RegExp, timeoutMs = 30_000): Promise<string> {
  let words = '';
  let pressedAt = Number.NEGATIVE_INFINITY;
  for (const end = Date.now() + timeoutMs; Date.now() < end && !wanted.test(words); ) {
    // The key closes an open panel; one that has shown words is open.
    if (words === '' && Date.now() - pressedAt > keyMs) {
      // While the address bar of a new window has the focus, Ctrl+C copies the address, whatever is selected elsewhere.
      await clickOn(display, page);
      await display.press('alt+shift+l');
      pressedAt = Date.now();
    }
    await new Promise((resolve) => setTimeout(resolve, tryMs));
    await clickOn(display, margin);
    await display.press('ctrl+a', 'ctrl+c');
    words = (await display.copied())?.trim() || words;
  }
  // Nothing stays chosen for the picture, unless a busy browser is late with drawing.
  await clickOn(display, margin);
  return words;
}

/** Keys go to where the mouse was pressed last. */
async function clickOn(display: Display, spot: Point): Promise<void> {
  await display.moveTo(spot);
  await display.click();
}
