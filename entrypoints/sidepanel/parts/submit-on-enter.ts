/** Enter sends the form that a text area stands in; with Shift, or while a word is being composed, it writes a line. */
export function submitOnEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
