import { vi } from 'vitest';

// A page without a layout engine: everything that is rendered has a box of one size, so that walkers see
// it.

/** Fills the page and gives every rendered element a box. */
export function showPage(html: string): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.checkVisibility() ? new DOMRect(10, 10, 100, 20) : new DOMRect(0, 0, 0, 0);
  });
  document.body.innerHTML = html;
}

/** The element that a CSS selector finds; a test that names none is wrong. */
export function one(css: string): Element {
  const element = document.querySelector(css);
  if (element === null) throw new Error(`no ${css} in the test's page`);
  return element;
}
