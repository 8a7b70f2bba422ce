// How texts are compared everywhere: as they are shown, without regard to white space in runs.

/** How a text in a selector is compared: `contains` ignores case, both ignore runs of white space. */
export type TextMatch = { readonly text: string; readonly exact: boolean };

/** White space in runs becomes one space, and none at the ends: how texts are compared everywhere. */
export function collapse(text: string): string {
  return text.replace(/[\s\u00a0\u200b\ufeff]+/gu, ' ').trim();
}

/** Whether a text is what a selector asks for. */
export function matchesText(text: string, match: TextMatch): boolean {
  const shown = collapse(text);
  return match.exact ? shown === match.text : shown.toLowerCase().includes(match.text.toLowerCase());
}
