/** Markup that is safe to send: every value put into it was escaped, or is itself `Html`. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a `html` template. Strings and numbers are escaped; `undefined` leaves nothing. */
export type HtmlValue = Html | string | number | undefined | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Template tag that builds markup and escapes each value, so that no page can forget to. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const pieces = parts.map((part, index) => part + markupOf(values[index]));
  return { markup: pieces.join('') };
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map((item) => item.markup).join('\n');
}
